// Core.cs - how C# reaches the library: errors, memory, text, callbacks, objects.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace PawlPhysics
{
    /// <summary>A call that could not do what it was asked to: Status says why, Function which one, Told what else the
    /// call has said, such as the field of a def that is wrong.</summary>
    public sealed class PawlException : Exception
    {
        public readonly Status Status;
        public readonly string Function;
        public readonly object Told;

        internal PawlException(Status status, string function, object told)
            : base(function + ": " + Text.Read(Native.pawl_status_text(status)) + (told == null ? "" : ", " + told))
        {
            Status = status;
            Function = function;
            Told = told;
        }

        internal static void Check(Status status, string function, object told = null)
        {
            if (status != Status.Ok) throw new PawlException(status, function, told);
        }
    }

    /// <summary>A truth value of C: one byte.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Bool8
    {
        byte value;
        public static implicit operator bool(Bool8 given) { return given.value != 0; }
        public static implicit operator Bool8(bool given) { return new Bool8 { value = given ? (byte)1 : (byte)0 }; }
        public override string ToString() { return value != 0 ? "true" : "false"; }
    }

    /// <summary>Bytes outside of the managed heap, zeroed, aligned for all that the library puts there; they never move,
    /// and are freed when nothing uses them any more.</summary>
    public sealed unsafe class PawlMemory : SafeHandle
    {
        public readonly int Size;

        public PawlMemory(int size) : base(IntPtr.Zero, true)
        {
            Size = size;
            SetHandle(Marshal.AllocHGlobal(size + 16));
            for (int i = 0; i < size; i++) Pointer[i] = 0;
        }

        public PawlMemory(byte[] bytes) : this(bytes.Length) { Marshal.Copy(bytes, 0, (IntPtr)Pointer, bytes.Length); }

        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
        public byte* Pointer
        {
            get
            {
                if (IsClosed) throw new ObjectDisposedException("PawlMemory");
                return (byte*)(((long)handle + 15) & ~15L);
            }
        }
        protected override bool ReleaseHandle()
        {
            Marshal.FreeHGlobal(handle);
            return true;
        }
    }

    /// <summary>Bytes that a call reads or fills: an array, or memory.</summary>
    public struct Bytes
    {
        internal readonly byte[] Array;
        internal readonly PawlMemory Memory;
        Bytes(byte[] array, PawlMemory memory)
        {
            Array = array;
            Memory = memory;
        }
        public static implicit operator Bytes(byte[] array) { return new Bytes(array, null); }
        public static implicit operator Bytes(PawlMemory memory) { return new Bytes(null, memory); }
        internal int Length { get { return Memory != null ? Memory.Size : Array != null ? Array.Length : 0; } }
        internal unsafe byte* At(byte* array) { return Memory != null ? Memory.Pointer : array; }
    }

    internal static unsafe class Text
    {
        internal static string Read(IntPtr text)
        {
            if (text == IntPtr.Zero) return null;
            var bytes = (byte*)text;
            int length = 0;
            while (bytes[length] != 0) length++;
            return Read(bytes, length);
        }

        internal static string Read(byte* bytes, int room)
        {
            var copy = new List<byte>();
            for (int i = 0; i < room && bytes[i] != 0; i++) copy.Add(bytes[i]);
            return Encoding.UTF8.GetString(copy.ToArray());
        }

        internal static byte[] Bytes(string text) { return text == null ? null : Encoding.UTF8.GetBytes(text + "\0"); }

        /// <summary>Length without the zero at the end.</summary>
        internal static int Length(byte[] text) { return text == null ? 0 : text.Length - 1; }
    }

    internal static class Lists
    {
        /// <summary>How many elements all of the arrays have; those that are null are left out.</summary>
        internal static int Shortest(params Array[] arrays)
        {
            int least = int.MaxValue;
            foreach (Array one in arrays) if (one != null) least = Math.Min(least, one.Length);
            return least == int.MaxValue ? 0 : least;
        }

        /// <summary>The length of what is read, which what is written must have room for.</summary>
        internal static int Length(Array read, params Array[] written)
        {
            int length = read == null ? 0 : read.Length;
            foreach (Array one in written)
                if (one == null || one.Length < length) throw new ArgumentException("an array has no room for as many");
            return length;
        }

        /// <summary>An array that C reads or writes so many elements of.</summary>
        internal static void Room(Array array, int length, string name)
        {
            if (array == null || array.Length < length) throw new ArgumentException("at least " + length + " elements are needed", name);
        }
    }

    /// <summary>Marks what C calls, for compilers that make native code before the program runs (IL2CPP).</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) { }
    }

    /// <summary>An exception must not pass through C: it is kept, and thrown when the call is over.</summary>
    internal static class Callbacks
    {
        [ThreadStatic] static Exception pending;

        internal static T Owner<T>(IntPtr context) where T : class { return GCHandle.FromIntPtr(context).Target as T; }

        internal static bool HasFailed { get { return pending != null; } }
        internal static void Fail(Exception failure) { pending = pending ?? failure; }

        internal static void Rethrow()
        {
            Exception failure = pending;
            pending = null;
            if (failure != null) throw new CallbackException(failure);
        }
    }

    /// <summary>A function of the program that the library has called has thrown InnerException.</summary>
    public sealed class CallbackException : Exception
    {
        internal CallbackException(Exception inner) : base("in a callback: " + inner.Message, inner) { }
    }

    /// <summary>A record with addresses in it: it does not move, and keeps what they lead to.</summary>
    public abstract unsafe class Record : IDisposable
    {
        internal readonly byte* BaseAddress;
        readonly PawlMemory memory;
        internal readonly object Parent; // lives as long as this
        GCHandle self;
        readonly Dictionary<string, object> kept = new Dictionary<string, object>();
        List<object> more;

        internal Record(int size)
        {
            memory = new PawlMemory(size);
            BaseAddress = memory.Pointer;
        }

        /// <summary>A record that lies in another one, or in memory of the library.</summary>
        internal Record(byte* address, object parent)
        {
            BaseAddress = address;
            Parent = parent;
        }

        ~Record()
        {
            if (self.IsAllocated) self.Free();
        }

        public void Dispose()
        {
            if (self.IsAllocated) self.Free();
            if (memory != null) memory.Dispose();
            GC.SuppressFinalize(this);
        }

        /// <summary>By which a callback finds this record again.</summary>
        internal IntPtr Self
        {
            get
            {
                if (!self.IsAllocated) self = GCHandle.Alloc(this, GCHandleType.Weak);
                return GCHandle.ToIntPtr(self);
            }
        }

        internal void Keep(string field, object value) { kept[field] = value; }
        internal T Kept<T>(string field) where T : class
        {
            object found;
            return kept.TryGetValue(field, out found) ? found as T : null;
        }

        /// <summary>What the library goes on using must live as long as its user.</summary>
        internal void Keep(object value) { (more = more ?? new List<object>()).Add(value); }
    }

    /// <summary>A world, a session, an arcade: lies in memory of its own, which lives as long as it does.</summary>
    public abstract class PawlObject : IDisposable
    {
        static readonly Dictionary<IntPtr, WeakReference> known = new Dictionary<IntPtr, WeakReference>();
        readonly List<object> kept = new List<object>();
        IntPtr pointer;

        public PawlMemory Memory { get; private set; }

        internal IntPtr Pointer
        {
            get
            {
                if (pointer == IntPtr.Zero) throw new ObjectDisposedException(GetType().Name);
                return pointer;
            }
        }

        internal void Set(IntPtr made, PawlMemory memory)
        {
            pointer = made;
            Memory = memory;
            lock (known) known[made] = new WeakReference(this);
        }

        /// <summary>The object at an address that C has given, or null.</summary>
        internal static T At<T>(IntPtr address) where T : PawlObject, new()
        {
            if (address == IntPtr.Zero) return null;
            WeakReference found;
            lock (known) known.TryGetValue(address, out found);
            T one = found == null ? null : found.Target as T;
            if (one != null) return one;
            one = new T();
            one.Set(address, null);
            return one;
        }

        internal void Keep(object value) { kept.Add(value); }

        /// <summary>The memory is given back at once; what still uses the object is refused.</summary>
        public void Dispose()
        {
            lock (known) known.Remove(pointer);
            pointer = IntPtr.Zero;
            if (Memory != null) Memory.Dispose();
            kept.Clear();
        }

        internal static IntPtr Of(PawlObject given) { return given == null ? IntPtr.Zero : given.Pointer; }
    }
}
