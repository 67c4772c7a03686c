/* math.h - what the tests of boards use. */
#ifndef PAWL_TESTS_SHIM_MATH_H
#define PAWL_TESTS_SHIM_MATH_H

#define HUGE_VALL __builtin_huge_vall()

double fabs(double x);
double floor(double x);
double round(double x);
double sqrt(double x);
double hypot(double x, double y);
double fmin(double x, double y);
double fmax(double x, double y);
double asin(double x);
long double fabsl(long double x);
long double floorl(long double x);
long double roundl(long double x);
long double fminl(long double x, long double y);
long double fmaxl(long double x, long double y);
long double ldexpl(long double x, int exponent);
long double sqrtl(long double x);
long double hypotl(long double x, long double y);
long double sinl(long double x);
long double cosl(long double x);
long double atan2l(long double y, long double x);

#endif
