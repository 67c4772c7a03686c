// Fixed.cs - numbers of pawl in C#: Q16.16 and its relatives, exact, never from a float.
//
// A number is made of an int, by Parse of a string of decimals, or of another number; what lies between two numbers
// goes to the nearest one, a half away from zero, as pawl_fx_parse does. A conversion from float or
// double is an error of the compiler, even a cast: two machines may have rounded them differently before.
// What does not fit is an OverflowException.
using System;
using System.Text;

namespace PawlPhysics
{
    /// <summary>Arithmetic that the four kinds of numbers share, on raw values and their magnitudes.</summary>
    internal static class Exact
    {
        const int WholeDigitsMax = 15;
        /// Without such operators a cast of 0.5 would be one to int first, and 0.
        internal const string NoFloats = "a float is not exact: Parse a string, or take Pawl.Ratio";

        internal static ulong Magnitude(long raw) { return raw < 0 ? (ulong)(-raw) : (ulong)raw; }

        /// <summary>Of a magnitude and a sign the raw value, if there is one.</summary>
        internal static long Signed(bool negative, ulong magnitude, ulong limit)
        {
            if (magnitude > limit) throw new OverflowException("the number is out of range");
            return negative ? -(long)magnitude : (long)magnitude;
        }

        internal static long Saturated(bool negative, ulong magnitude, ulong limit)
        {
            return Signed(negative, Math.Min(magnitude, limit), limit);
        }

        internal static long Add(long a, long b, ulong limit)
        {
            long both = unchecked(a + b);
            if (((a ^ both) & (b ^ both)) < 0) return a < 0 ? -(long)limit : (long)limit;
            return Saturated(both < 0, both == long.MinValue ? limit : Magnitude(both), limit);
        }

        /// <summary>a * b / 2^point, to the nearest, a half away from zero.</summary>
        internal static long Multiply(long a, long b, int point, ulong limit)
        {
            ulong x = Magnitude(a), y = Magnitude(b);
            ulong x0 = x & 0xFFFFFFFF, x1 = x >> 32, y0 = y & 0xFFFFFFFF, y1 = y >> 32;
            ulong middle = x0 * y1 + x1 * y0, low = x0 * y0 + (1UL << (point - 1));
            ulong sum = unchecked(low + (middle << 32));
            ulong high = x1 * y1 + (middle >> 32) + (sum < low ? 1UL : 0UL);
            bool fits = high >> point == 0;
            ulong magnitude = fits ? (sum >> point) | (high << (64 - point)) : limit;
            return Saturated((a < 0) != (b < 0), magnitude, limit);
        }

        /// <summary>A raw value with `from` bits behind the point as one with `to` of them.</summary>
        internal static long Convert(long raw, int from, int to, ulong limit)
        {
            ulong magnitude = Magnitude(raw);
            if (to >= from)
            {
                if (magnitude > limit >> (to - from)) throw new OverflowException("the number is out of range");
                return Signed(raw < 0, magnitude << (to - from), limit);
            }
            int shift = from - to;
            return Signed(raw < 0, (magnitude + (1UL << (shift - 1))) >> shift, limit);
        }

        /// <summary>Digits behind the point as `bits` bits: doubled so often, what is carried out is a bit each
        /// time. What is left of the digits stays in them.</summary>
        static ulong FractionBits(int[] digits, int bits)
        {
            ulong value = 0;
            for (int bit = 0; bit < bits; bit++)
            {
                int carry = 0;
                for (int at = digits.Length - 1; at >= 0; at--)
                {
                    int twice = digits[at] * 2 + carry;
                    carry = twice >= 10 ? 1 : 0;
                    digits[at] = twice - 10 * carry;
                }
                value = value * 2 + (ulong)carry;
            }
            return value;
        }

        /// <summary>"[+-] digits [. digits] [eE [+-] digits]": digits without point, and how many stand before it.</summary>
        static string Scan(string text, out bool negative, out long point)
        {
            if (text == null) throw new ArgumentNullException("text");
            int at = text.Length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
            negative = at == 1 && text[0] == '-';
            string whole = Digits(text, ref at), part = "";
            if (at < text.Length && text[at] == '.')
            {
                at++;
                part = Digits(text, ref at);
            }
            point = whole.Length;
            if (at < text.Length && (text[at] == 'e' || text[at] == 'E'))
            {
                at++;
                bool down = at < text.Length && text[at] == '-';
                if (at < text.Length && (down || text[at] == '+')) at++;
                long power = 0;
                foreach (char digit in Digits(text, ref at)) power = Math.Min(power * 10 + digit - '0', 1000000000);
                point += down ? -power : power;
            }
            if (at != text.Length) throw new FormatException('"' + text + "\" is no decimal number");
            return whole + part;
        }

        static string Digits(string text, ref int at)
        {
            int first = at;
            while (at < text.Length && text[at] >= '0' && text[at] <= '9') at++;
            if (at == first) throw new FormatException('"' + text + "\" is no decimal number");
            return text.Substring(first, at - first);
        }

        /// <summary>The magnitude at a scale of 2^bits; `rest` says what is left: 0 nothing, 1 below a half, 2 a half
        /// or more.</summary>
        internal static ulong Parse(string text, int bits, out bool negative, out int rest)
        {
            long point;
            string all = Scan(text, out negative, out point);
            int first = 0;
            while (first < all.Length && all[first] == '0') first++;
            rest = 0;
            if (first == all.Length) return 0;
            if (point - first > WholeDigitsMax) throw new OverflowException(text + " is out of range");
            ulong whole = 0;
            for (long at = first; at < point; at++) whole = whole * 10 + (at < all.Length ? (ulong)(all[(int)at] - '0') : 0);
            if (whole >> 47 != 0) throw new OverflowException(text + " is out of range");
            if (point - first < -40)
            {
                rest = 1; // less than any bit
                return 0;
            }
            var digits = new int[Math.Max(0, all.Length - point)];
            for (int i = 0; i < digits.Length; i++)
            {
                long at = point + i;
                digits[i] = at >= 0 ? all[(int)at] - '0' : 0;
            }
            ulong part = FractionBits(digits, bits);
            foreach (int digit in digits) rest |= digit != 0 ? 1 : 0;
            if (digits.Length > 0 && digits[0] >= 5) rest = 2;
            if (bits > 16 && whole >> (63 - bits) != 0) throw new OverflowException(text + " is out of range");
            return (whole << bits) + part;
        }

        internal static long ParseNearest(string text, int bits, ulong limit)
        {
            bool negative;
            int rest;
            ulong magnitude = Parse(text, bits, out negative, out rest);
            return Signed(negative, magnitude + (rest == 2 ? 1UL : 0UL), limit);
        }

        /// <summary>The shortest decimal that is read back as the same number; those of a turn are rounded up, since
        /// they are read rounded down.</summary>
        internal static string Print(long raw, int bits, bool up)
        {
            ulong magnitude = Magnitude(raw), one = 1UL << bits, part = magnitude & (one - 1);
            var digits = new int[bits];
            for (ulong left = part, at = 0; at < (ulong)bits; at++)
            {
                left *= 10;
                digits[at] = (int)(left >> bits);
                left &= one - 1;
            }
            for (int count = 0; count <= bits; count++)
            {
                string kept = Shortened(digits, count, up);
                if (kept == null) continue;
                string text = count > 0 ? "." + kept : "";
                bool negative;
                int rest;
                ulong read = Parse("0" + text, bits, out negative, out rest) + (!up && rest == 2 ? 1UL : 0UL);
                if (read == part) return (raw < 0 ? "-" : "") + (magnitude >> bits) + text;
            }
            throw new InvalidOperationException();
        }

        /// <summary>The first `count` digits, rounded; null: to a whole one.</summary>
        static string Shortened(int[] digits, int count, bool up)
        {
            bool carry = count < digits.Length && digits[count] >= 5;
            for (int at = count; up && at < digits.Length; at++) carry |= digits[at] != 0;
            var kept = new char[count];
            for (int at = count - 1; at >= 0; at--)
            {
                int digit = digits[at] + (carry ? 1 : 0);
                carry = digit == 10;
                kept[at] = (char)('0' + (carry ? 0 : digit));
            }
            return carry ? null : new string(kept);
        }
    }

    /// <summary>Q16.16: positions, velocities; within +-32767.99998. Sums and products stop at the end.</summary>
    public struct Fx : IEquatable<Fx>, IComparable<Fx>
    {
        const int Point = 16;
        const ulong Limit = 0x7FFFFFFF;
        public readonly int Raw;
        Fx(long raw) { Raw = (int)raw; }

        public static readonly Fx Max = new Fx((long)Limit);
        public static Fx FromRaw(int raw) { return new Fx(raw); }
        /// <summary>Of decimals such as "-12.5".</summary>
        public static Fx Parse(string text) { return new Fx(Exact.ParseNearest(text, Point, Limit)); }
        public static implicit operator Fx(int whole) { return new Fx(Exact.Convert(whole, 0, Point, Limit)); }
        [Obsolete(Exact.NoFloats, true)] public static explicit operator Fx(double value) { throw new NotSupportedException(); }
        [Obsolete(Exact.NoFloats, true)] public static explicit operator Fx(decimal value) { throw new NotSupportedException(); }
        public static explicit operator Fx(Wide other) { return new Fx(Exact.Convert(other.Raw, 16, Point, Limit)); }
        public static explicit operator Fx(Share other) { return new Fx(Exact.Convert(other.Raw, 30, Point, Limit)); }
        /// <summary>For drawing alone.</summary>
        public double ToDouble() { return (double)Raw / (1L << Point); }
        public override string ToString() { return Exact.Print(Raw, Point, false); }
        public bool Equals(Fx other) { return Raw == other.Raw; }
        public override bool Equals(object other) { return other is Fx && Equals((Fx)other); }
        public override int GetHashCode() { return Raw.GetHashCode(); }
        public int CompareTo(Fx other) { return Raw.CompareTo(other.Raw); }
        public static bool operator ==(Fx a, Fx b) { return a.Raw == b.Raw; }
        public static bool operator !=(Fx a, Fx b) { return a.Raw != b.Raw; }
        public static bool operator <(Fx a, Fx b) { return a.Raw < b.Raw; }
        public static bool operator >(Fx a, Fx b) { return a.Raw > b.Raw; }
        public static bool operator <=(Fx a, Fx b) { return a.Raw <= b.Raw; }
        public static bool operator >=(Fx a, Fx b) { return a.Raw >= b.Raw; }
        public static Fx operator -(Fx a) { return new Fx(Exact.Add(0, -(long)a.Raw, Limit)); }
        public static Fx operator +(Fx a, Fx b) { return new Fx(Exact.Add(a.Raw, b.Raw, Limit)); }
        public static Fx operator -(Fx a, Fx b) { return new Fx(Exact.Add(a.Raw, -(long)b.Raw, Limit)); }
        public static Fx operator *(Fx a, Fx b) { return new Fx(Exact.Multiply(a.Raw, b.Raw, Point, Limit)); }
    }

    /// <summary>Q48.16: forces, impulses, masses.</summary>
    public struct Wide : IEquatable<Wide>, IComparable<Wide>
    {
        const int Point = 16;
        const ulong Limit = 0x7FFFFFFFFFFFFFFF;
        public readonly long Raw;
        Wide(long raw) { Raw = (long)raw; }

        public static readonly Wide Max = new Wide((long)Limit);
        public static Wide FromRaw(long raw) { return new Wide(raw); }
        /// <summary>Of decimals such as "-12.5".</summary>
        public static Wide Parse(string text) { return new Wide(Exact.ParseNearest(text, Point, Limit)); }
        public static implicit operator Wide(int whole) { return new Wide(Exact.Convert(whole, 0, Point, Limit)); }
        [Obsolete(Exact.NoFloats, true)] public static explicit operator Wide(double value) { throw new NotSupportedException(); }
        [Obsolete(Exact.NoFloats, true)] public static explicit operator Wide(decimal value) { throw new NotSupportedException(); }
        public static implicit operator Wide(Fx other) { return new Wide(Exact.Convert(other.Raw, 16, Point, Limit)); }
        public static explicit operator Wide(Share other) { return new Wide(Exact.Convert(other.Raw, 30, Point, Limit)); }
        /// <summary>For drawing alone.</summary>
        public double ToDouble() { return (double)Raw / (1L << Point); }
        public override string ToString() { return Exact.Print(Raw, Point, false); }
        public bool Equals(Wide other) { return Raw == other.Raw; }
        public override bool Equals(object other) { return other is Wide && Equals((Wide)other); }
        public override int GetHashCode() { return Raw.GetHashCode(); }
        public int CompareTo(Wide other) { return Raw.CompareTo(other.Raw); }
        public static bool operator ==(Wide a, Wide b) { return a.Raw == b.Raw; }
        public static bool operator !=(Wide a, Wide b) { return a.Raw != b.Raw; }
        public static bool operator <(Wide a, Wide b) { return a.Raw < b.Raw; }
        public static bool operator >(Wide a, Wide b) { return a.Raw > b.Raw; }
        public static bool operator <=(Wide a, Wide b) { return a.Raw <= b.Raw; }
        public static bool operator >=(Wide a, Wide b) { return a.Raw >= b.Raw; }
        public static Wide operator -(Wide a) { return new Wide(Exact.Add(0, -(long)a.Raw, Limit)); }
        public static Wide operator +(Wide a, Wide b) { return new Wide(Exact.Add(a.Raw, b.Raw, Limit)); }
        public static Wide operator -(Wide a, Wide b) { return new Wide(Exact.Add(a.Raw, -(long)b.Raw, Limit)); }
        public static Wide operator *(Wide a, Wide b) { return new Wide(Exact.Multiply(a.Raw, b.Raw, Point, Limit)); }
    }

    /// <summary>Q2.30: a share of a movement, a component of a direction.</summary>
    public struct Share : IEquatable<Share>, IComparable<Share>
    {
        const int Point = 30;
        const ulong Limit = 0x7FFFFFFF;
        public readonly int Raw;
        Share(long raw) { Raw = (int)raw; }

        public static readonly Share Max = new Share((long)Limit);
        public static Share FromRaw(int raw) { return new Share(raw); }
        /// <summary>Of decimals such as "-12.5".</summary>
        public static Share Parse(string text) { return new Share(Exact.ParseNearest(text, Point, Limit)); }
        public static implicit operator Share(int whole) { return new Share(Exact.Convert(whole, 0, Point, Limit)); }
        [Obsolete(Exact.NoFloats, true)] public static explicit operator Share(double value) { throw new NotSupportedException(); }
        [Obsolete(Exact.NoFloats, true)] public static explicit operator Share(decimal value) { throw new NotSupportedException(); }
        public static explicit operator Share(Fx other) { return new Share(Exact.Convert(other.Raw, 16, Point, Limit)); }
        public static explicit operator Share(Wide other) { return new Share(Exact.Convert(other.Raw, 16, Point, Limit)); }
        /// <summary>For drawing alone.</summary>
        public double ToDouble() { return (double)Raw / (1L << Point); }
        public override string ToString() { return Exact.Print(Raw, Point, false); }
        public bool Equals(Share other) { return Raw == other.Raw; }
        public override bool Equals(object other) { return other is Share && Equals((Share)other); }
        public override int GetHashCode() { return Raw.GetHashCode(); }
        public int CompareTo(Share other) { return Raw.CompareTo(other.Raw); }
        public static bool operator ==(Share a, Share b) { return a.Raw == b.Raw; }
        public static bool operator !=(Share a, Share b) { return a.Raw != b.Raw; }
        public static bool operator <(Share a, Share b) { return a.Raw < b.Raw; }
        public static bool operator >(Share a, Share b) { return a.Raw > b.Raw; }
        public static bool operator <=(Share a, Share b) { return a.Raw <= b.Raw; }
        public static bool operator >=(Share a, Share b) { return a.Raw >= b.Raw; }
        public static Share operator -(Share a) { return new Share(Exact.Add(0, -(long)a.Raw, Limit)); }
        public static Share operator +(Share a, Share b) { return new Share(Exact.Add(a.Raw, b.Raw, Limit)); }
        public static Share operator -(Share a, Share b) { return new Share(Exact.Add(a.Raw, -(long)b.Raw, Limit)); }
        public static Share operator *(Share a, Share b) { return new Share(Exact.Multiply(a.Raw, b.Raw, Point, Limit)); }
    }
    /// <summary>An angle as a share of a turn, counter-clockwise, rounded down; it wraps: Turn.Parse("0.25") is a
    /// right angle.</summary>
    public struct Turn : IEquatable<Turn>
    {
        public readonly uint Raw;
        Turn(uint raw) { Raw = raw; }

        public static Turn FromRaw(uint raw) { return new Turn(raw); }

        /// <summary>Whole turns drop out.</summary>
        public static Turn Parse(string text)
        {
            bool negative;
            int rest;
            ulong magnitude = Exact.Parse(text, 32, out negative, out rest);
            return new Turn(unchecked((uint)(negative ? 0 - magnitude - (rest != 0 ? 1UL : 0UL) : magnitude)));
        }

        /// <summary>For drawing alone.</summary>
        public double ToDouble() { return Raw / 4294967296.0; }
        public override string ToString() { return Exact.Print(Raw, 32, true); }
        public bool Equals(Turn other) { return Raw == other.Raw; }
        public override bool Equals(object other) { return other is Turn && Equals((Turn)other); }
        public override int GetHashCode() { return (int)Raw; }
        public static bool operator ==(Turn a, Turn b) { return a.Raw == b.Raw; }
        public static bool operator !=(Turn a, Turn b) { return a.Raw != b.Raw; }
        public static Turn operator +(Turn a, Turn b) { return new Turn(unchecked(a.Raw + b.Raw)); }
        public static Turn operator -(Turn a, Turn b) { return new Turn(unchecked(a.Raw - b.Raw)); }
        public static Turn operator -(Turn a) { return new Turn(unchecked(0 - a.Raw)); }
        public static Turn operator *(Turn a, int times) { return new Turn(unchecked(a.Raw * (uint)times)); }
    }
}
