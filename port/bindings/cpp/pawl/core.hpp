/* core.hpp - what calls of pawl take and give back in C++: lists, memory, optional records, errors.
 *
 * Failures are exceptions of the type pawl::Error. Where the compiler has none, or the program
 * defines PAWL_NO_EXCEPTIONS before the first include, a call that can fail gives a Result instead,
 * which holds what was asked for or the Error. Nothing here keeps memory but Buffer. */
#ifndef PAWL_CORE_HPP
#define PAWL_CORE_HPP

#include <pawl/base.h>

#include "enums.hpp"
#include "number.hpp"

#include <cstdint>
#include <exception>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#if !defined(PAWL_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define PAWL_NO_EXCEPTIONS 1
#endif

namespace pawl {
namespace detail {
template <class T> inline constexpr std::size_t size_of = sizeof(T);
template <> inline constexpr std::size_t size_of<void> = 1;
template <> inline constexpr std::size_t size_of<const void> = 1;

/* A list in braces lives as long as the call that it is handed to, and so does a Span of it. */
template <class T> constexpr const T *first_of(const std::initializer_list<T> &list) {
    return list.begin();
}
} // namespace detail

/* Several elements that lie elsewhere: of an array, a std::array, a std::vector, or a list in
 * braces, which lives as long as the call. */
template <class T> class Span {
    T *data_ = nullptr;
    std::size_t size_ = 0;
    template <class Other>
    using If = std::enable_if_t<std::is_convertible_v<Other (*)[], T (*)[]>, int>;

  public:
    constexpr Span() = default;
    constexpr Span(std::nullptr_t) {
    }
    constexpr Span(T *data, std::size_t size) : data_(data), size_(size) {
    }
    template <std::size_t Count> constexpr Span(T (&array)[Count]) : data_(array), size_(Count) {
    }
    template <class List, If<std::remove_pointer_t<decltype(std::declval<List &>().data())>> = 0>
    constexpr Span(List &&list) : data_(list.data()), size_(list.size()) {
    }
    template <class Other = T, std::enable_if_t<std::is_const_v<Other>, int> = 0>
    constexpr Span(std::initializer_list<std::remove_const_t<Other>> list)
        : data_(detail::first_of(list)), size_(list.size()) {
    }

    constexpr T *data() const {
        return data_;
    }
    constexpr std::size_t size() const {
        return size_;
    }
    constexpr bool empty() const {
        return size_ == 0;
    }
    constexpr T *begin() const {
        return data_;
    }
    constexpr T *end() const {
        return data_ + size_;
    }
    constexpr T &operator[](std::size_t index) const {
        return data_[index];
    }
    constexpr Span first(std::size_t count) const {
        return Span(data_, count < size_ ? count : size_);
    }
};

/* What was written of a list that was handed in, and how many there would have been: `total` may
 * be more than its size, and where a call counts or fails in one number that number is here. */
template <class T> class Found : public Span<T> {
    std::int64_t total_;

  public:
    constexpr Found(Span<T> room, std::int64_t total)
        : Span<T>(room.first(total > 0 ? static_cast<std::size_t>(total) : 0)), total_(total) {
    }
    constexpr std::int64_t total() const {
        return total_;
    }
};

/* Bytes to be read: of any array, std::array, std::vector or text. */
class Bytes {
    const void *data_ = nullptr;
    std::size_t size_ = 0;

  public:
    constexpr Bytes() = default;
    constexpr Bytes(std::nullptr_t) {
    }
    constexpr Bytes(const void *data, std::size_t size) : data_(data), size_(size) {
    }
    template <class T, std::size_t Count>
    constexpr Bytes(const T (&array)[Count]) : data_(array), size_(sizeof array) {
    }
    template <class List, class T = std::remove_pointer_t<decltype(std::declval<List &>().data())>>
    constexpr Bytes(const List &list)
        : data_(list.data()), size_(list.size() * detail::size_of<T>) {
        static_assert(std::is_void_v<T> || std::is_trivially_copyable_v<T>, "no plain bytes");
    }
    constexpr const void *data() const {
        return data_;
    }
    constexpr std::size_t size() const {
        return size_;
    }
};

/* Bytes to be written to. What a world lies in is aligned like a uint64_t. */
class Memory {
    void *data_ = nullptr;
    std::size_t size_ = 0;

  public:
    constexpr Memory() = default;
    constexpr Memory(std::nullptr_t) {
    }
    constexpr Memory(void *data, std::size_t size) : data_(data), size_(size) {
    }
    template <class T, std::size_t Count>
    constexpr Memory(T (&array)[Count]) : data_(array), size_(sizeof array) {
    }
    template <class List, class T = std::remove_pointer_t<decltype(std::declval<List &>().data())>,
              std::enable_if_t<!std::is_const_v<T>, int> = 0>
    constexpr Memory(List &&list) : data_(list.data()), size_(list.size() * detail::size_of<T>) {
        static_assert(std::is_void_v<T> || std::is_trivially_copyable_v<T>, "no plain bytes");
    }
    constexpr void *data() const {
        return data_;
    }
    constexpr std::size_t size() const {
        return size_;
    }
};

/* Zeroed memory, aligned as the library wants it; it moves and is no copy. Empty when there was
 * none, which the call that it is given to says. */
class Buffer {
    std::unique_ptr<std::uint64_t[]> words_;
    std::size_t size_ = 0;

  public:
    Buffer() = default;
    explicit Buffer(std::size_t size)
        : words_(new (std::nothrow) std::uint64_t[size / 8 + 1]()), size_(words_ ? size : 0) {
    }
    void *data() {
        return words_.get();
    }
    const void *data() const {
        return words_.get();
    }
    std::size_t size() const {
        return size_;
    }
};

/* A record that may be left out: a record, or nothing. */
template <class T> class Opt {
    T *data_ = nullptr;

  public:
    constexpr Opt() = default;
    constexpr Opt(std::nullptr_t) {
    }
    constexpr Opt(T &given) : data_(&given) {
    }
    constexpr T *get() const {
        return data_;
    }
};

/* What a call answered that could not do what it was asked to. */
class Error
#ifndef PAWL_NO_EXCEPTIONS
    : public std::exception
#endif
{
    pawl_status status_ = PAWL_OK;
    const char *function_ = "", *field_ = nullptr;
    std::int64_t where_ = -1;
    char text_[160] = "";

    std::size_t put(std::size_t at, const char *text) {
        while (*text != 0 && at + 1 < sizeof text_)
            text_[at++] = *text++;
        text_[at] = 0;
        return at;
    }

  public:
    Error() = default;
    Error(pawl_status status, const char *function, const char *field = nullptr,
          std::int64_t where = -1)
        : status_(status), function_(function), field_(field), where_(where) {
        std::size_t at = put(put(put(0, function), ": "), ::pawl_status_text(status));
        if (field != nullptr) at = put(put(at, ", field "), field);
        if (where >= 0) put(put(at, ", at "), std::to_string(where).c_str());
    }

    Status status() const {
        return static_cast<Status>(status_);
    }
    /* The function of C that failed. */
    const char *function() const {
        return function_;
    }
    /* The field of a def that is wrong, or null. */
    const char *field() const {
        return field_;
    }
    /* The place in a file that is wrong, or -1. */
    std::int64_t where() const {
        return where_;
    }
    /* "pawl_body_create_circle: out of range". */
#ifndef PAWL_NO_EXCEPTIONS
    const char *what() const noexcept override {
        return text_;
    }
#else
    const char *what() const noexcept {
        return text_;
    }
#endif
};

#ifdef PAWL_NO_EXCEPTIONS
/* What was asked for, or why it is not there. To take what is not there ends the program. */
template <class T> class Result {
    std::optional<T> value_;
    Error error_;

  public:
    Result(T value) : value_(std::move(value)) {
    }
    Result(const Error &error) : error_(error) {
    }
    explicit operator bool() const {
        return value_.has_value();
    }
    const Error &error() const {
        return error_;
    }
    Status status() const {
        return error_.status();
    }
    T &value() {
        if (!value_) std::terminate();
        return *value_;
    }
    T &operator*() {
        return value();
    }
    T *operator->() {
        return &value();
    }
};

template <> class Result<void> {
    Error error_;

  public:
    Result() = default;
    Result(const Error &error) : error_(error) {
    }
    explicit operator bool() const {
        return error_.status() == Status::ok;
    }
    const Error &error() const {
        return error_;
    }
    Status status() const {
        return error_.status();
    }
};

template <class T> using Out = Result<T>;
#define PAWL_CPP_CHECK [[nodiscard]]
#else
/* What a call gives that can fail: itself, since a failure is an exception. */
template <class T> using Out = T;
#define PAWL_CPP_CHECK
#endif

namespace detail {

template <class T> Out<T> give(const Error &failure) {
#ifdef PAWL_NO_EXCEPTIONS
    return Result<T>(failure);
#else
    throw failure;
#endif
}

/* What succeeded, or why it did not; the text of an error is made for failures alone. */
template <class T>
Out<T> give(pawl_status status, const char *function, T value, const char *field = nullptr,
            std::int64_t where = -1) {
    if (status != PAWL_OK) return give<T>(Error(status, function, field, where));
    return Out<T>(std::move(value));
}

inline Out<void> give_nothing(pawl_status status, const char *function, const char *field = nullptr,
                              std::int64_t where = -1) {
    if (status != PAWL_OK) return give<void>(Error(status, function, field, where));
    return Out<void>();
}

/* A size as the type that C counts in; what is more than that can say is handed in in part. */
template <class Count> constexpr Count counted(std::size_t size) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Count>::max());
    return static_cast<Count>(size < most ? size : most);
}

/* The smaller of two rooms, where a list that is left out has no say. */
template <class A, class B> constexpr std::size_t shorter(const A &a, const B &b) {
    if (a.data() == nullptr) return b.size();
    if (b.data() == nullptr) return a.size();
    return a.size() < b.size() ? a.size() : b.size();
}

/* Text of a call that cuts it to what fits. */
template <class Call> std::string text_of(Call call) {
    std::string text(64, '\0');
    for (;;) {
        const std::size_t size = call(&text[0], text.size());
        if (size + 1 < text.size() || text.size() > 65536) {
            text.resize(size);
            return text;
        }
        text.resize(text.size() * 2);
    }
}

} // namespace detail
} // namespace pawl

#endif
