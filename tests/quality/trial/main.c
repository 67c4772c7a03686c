/* main.c - the trials of pawl. */
#include "trials.h"

int main(int count, char **words) {
    return trials_main(count, words, &engine_pawl);
}
