/* serial.c - lines of bytes of POSIX systems: terminals as they are set by termios, and sockets. */
#include "host/pawl_serial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#define PATH_SIZE 256u

const char *pawl_serial_status_text(pawl_serial_status status) {
    switch (status) {
    case PAWL_SERIAL_OK:
        return "ok";
    case PAWL_SERIAL_MISSING:
        return "no such device";
    case PAWL_SERIAL_FORBIDDEN:
        return "no permission";
    case PAWL_SERIAL_BUSY:
        return "the device is in use";
    case PAWL_SERIAL_BAUD_UNKNOWN:
        return "a serial port has no such baud rate";
    case PAWL_SERIAL_NO_LINE:
        return "not a serial port";
    case PAWL_SERIAL_FAILED:
        break;
    }
    return "the system refused";
}

static pawl_serial_status last_status(void) {
    switch (errno) {
    case ENOENT:
    case ENXIO:
    case ENODEV:
    case EBADF:
        return PAWL_SERIAL_MISSING;
    case EACCES:
    case EPERM:
        return PAWL_SERIAL_FORBIDDEN;
    case EBUSY:
    case ECONNREFUSED:
    case EAGAIN:
        return PAWL_SERIAL_BUSY;
    default:
        return PAWL_SERIAL_FAILED;
    }
}

/* ---- "DEV:BAUD" ---- */

static bool read_number(const char *text, long most, long *out) {
    if (*text < '0' || *text > '9') return false;
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (errno != 0 || *end != '\0' || number > most) return false;
    *out = number;
    return true;
}

static bool is_number_of_file(const char *path) {
    return strncmp(path, "fd:", 3) == 0;
}

/* Names of devices may have colons: what exists as it is written has no rate. */
static bool split_name(const char *text, char path[PATH_SIZE], long *baud) {
    const size_t size = strlen(text);
    struct stat found;
    if (size >= PATH_SIZE) return false;
    memcpy(path, text, size + 1);
    *baud = PAWL_SERIAL_BAUD;
    char *const colon = strrchr(path + (is_number_of_file(path) ? 3 : 0), ':');
    if (colon == NULL || stat(path, &found) == 0) return true;
    if (!read_number(colon + 1, 100000000, baud)) return true; /* and there is no such device */
    *colon = '\0';
    return true;
}

static const struct {
    long baud;
    speed_t speed;
} speeds[] = {
    {1200, B1200},   {2400, B2400},     {4800, B4800},     {9600, B9600},     {19200, B19200},
    {38400, B38400},
#ifdef B921600
    {57600, B57600}, {115200, B115200}, {230400, B230400}, {460800, B460800}, {921600, B921600},
#endif
};

static pawl_serial_status set_raw(int handle, long baud) {
    struct termios state;
    size_t i = 0;
    while (i < sizeof speeds / sizeof speeds[0] && speeds[i].baud != baud)
        i++;
    if (i == sizeof speeds / sizeof speeds[0]) return PAWL_SERIAL_BAUD_UNKNOWN;
    if (tcgetattr(handle, &state) != 0) return last_status();
    state.c_iflag = 0;
    state.c_oflag = 0;
    state.c_lflag = 0;
    state.c_cflag &= (tcflag_t) ~(CSIZE | PARENB | CSTOPB);
    state.c_cflag |= CS8 | CREAD | CLOCAL;
    state.c_cc[VMIN] = state.c_cc[VTIME] = 0;
    if (cfsetispeed(&state, speeds[i].speed) != 0 || cfsetospeed(&state, speeds[i].speed) != 0 ||
        tcsetattr(handle, TCSANOW, &state) != 0) {
        return last_status();
    }
    (void)tcflush(handle, TCIOFLUSH); /* what came before is of no use */
    return PAWL_SERIAL_OK;
}

/* ---- open and close ---- */

static int connect_to(const char *path) {
    struct sockaddr_un address;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, strlen(path));
    const int made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (made < 0) return -1;
    if (connect(made, (const struct sockaddr *)&address, sizeof address) == 0) return made;
    const int error = errno;
    close(made);
    errno = error;
    return -1;
}

static int open_handle(const char *path) {
    struct stat found;
    long number;
    if (is_number_of_file(path) && read_number(path + 3, 1 << 20, &number)) {
        return fcntl((int)number, F_GETFL) < 0 ? -1 : (int)number;
    }
    if (stat(path, &found) != 0) return -1;
    return S_ISSOCK(found.st_mode) ? connect_to(path) : open(path, O_RDWR | O_NOCTTY | O_NONBLOCK);
}

static pawl_serial_status set_up(int handle, long baud) {
    struct stat found;
    const int flags = fcntl(handle, F_GETFL);
    if (fstat(handle, &found) != 0 || flags < 0) return last_status();
    if (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode)) return PAWL_SERIAL_NO_LINE;
    if (fcntl(handle, F_SETFL, flags | O_NONBLOCK) != 0) return last_status();
    if (isatty(handle)) return set_raw(handle, baud);
    return S_ISCHR(found.st_mode) ? PAWL_SERIAL_NO_LINE : PAWL_SERIAL_OK; /* such as /dev/null */
}

pawl_serial_status pawl_serial_open(pawl_serial *out, const char *text) {
    char path[PATH_SIZE];
    long baud;
    memset(out, 0, sizeof *out);
    out->handle = -1;
    if (!split_name(text, path, &baud)) return PAWL_SERIAL_MISSING;
    const int handle = open_handle(path);
    if (handle < 0) return errno == EISDIR ? PAWL_SERIAL_NO_LINE : last_status();
    const pawl_serial_status status = set_up(handle, baud);
    if (status == PAWL_SERIAL_OK) {
        out->handle = handle;
    } else {
        close(handle);
    }
    return status;
}

void pawl_serial_close(pawl_serial *serial) {
    if (serial->handle >= 0) close(serial->handle);
    serial->handle = -1;
}

/* ---- bytes ---- */

static bool must_wait(void) {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

int32_t pawl_serial_send(pawl_serial *serial, const uint8_t *bytes, size_t size) {
    struct stat found;
    if (serial->handle < 0) return -1;
    if (size > INT32_MAX) size = INT32_MAX;
    /* A socket whose other side is closed would end the program by a signal. */
    const bool is_socket = fstat(serial->handle, &found) == 0 && S_ISSOCK(found.st_mode);
    const ssize_t taken = is_socket ? send(serial->handle, bytes, size, MSG_NOSIGNAL)
                                    : write(serial->handle, bytes, size);
    if (taken >= 0) return (int32_t)taken;
    return must_wait() ? 0 : -1;
}

/* A terminal that has nothing answers like one that has ended: 0. */
static int32_t read_more(pawl_serial *serial) {
    const ssize_t given = read(serial->handle, serial->bytes, sizeof serial->bytes);
    if (given < 0 && !must_wait()) return -1;
    if (given == 0 && !isatty(serial->handle)) return -1;
    serial->begin = 0;
    serial->end = given > 0 ? (uint16_t)given : 0;
    return serial->end;
}

int32_t pawl_serial_receive(pawl_serial *serial, uint8_t *bytes, size_t size) {
    if (serial->handle < 0) return -1;
    if (serial->begin == serial->end && read_more(serial) < 0) return -1;
    const size_t here = (size_t)(serial->end - serial->begin);
    const size_t count = here < size ? here : size;
    memcpy(bytes, serial->bytes + serial->begin, count);
    serial->begin = (uint16_t)(serial->begin + count);
    return (int32_t)count;
}

void pawl_serial_wait(pawl_serial *serial, uint32_t milliseconds) {
    struct pollfd entry = {.fd = serial->handle, .events = POLLIN};
    if (serial->begin != serial->end) return;
    (void)poll(&entry, 1, milliseconds < 60000 ? (int)milliseconds : 60000);
}
