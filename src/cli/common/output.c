/* output.c - a temporary file beside the wanted one, renamed at the end.
 *
 * The names of unfinished files are in a table of fixed size, so that a signal handler can take
 * them away: it may call unlink, but allocate nothing. */
#include "cli/common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/common/heap.h"

#define OUTPUTS_MAX 8
#define ENDING ".XXXXXX"

typedef struct output {
    FILE *file;                /* null: the place is free */
    char *path;                /* as it was asked for */
    char *target, *unfinished; /* null: written in place */
    pid_t owner;               /* a child leaves the files of its parent alone */
} output;

static output outputs[OUTPUTS_MAX];
/* What the handler takes away; set when the file is there, cleared before it gets its name. */
static const char *volatile unfinished[OUTPUTS_MAX];
static volatile pid_t unfinished_owner;
static bool stdout_is_taken;
/* Names that were given to files: a second one of the same name would replace the first. */
static char *finished[OUTPUTS_MAX];

static bool fail(const char *path, int error, const char **reason) {
    const char *const text = error == 0 ? "cannot be written" : strerror(error);
    if (reason != NULL) {
        *reason = text;
    } else {
        cli_command_file_error(path, text);
    }
    return false;
}

/* ---- signals ---- */

static void remove_unfinished(void) {
    if (getpid() != unfinished_owner) return;
    for (int i = 0; i < OUTPUTS_MAX; i++) {
        const char *const path = unfinished[i];
        if (path != NULL) (void)unlink(path);
        unfinished[i] = NULL;
    }
}

void cli_output_end_by(int number) {
    remove_unfinished();
    (void)signal(number, SIG_DFL);
    (void)raise(number); /* pending until this handler returns */
}

static void catch_signal(int number) {
    struct sigaction before, action = {.sa_handler = cli_output_end_by};
    sigemptyset(&action.sa_mask);
    /* What the caller wants ignored, as nohup does, stays ignored. */
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
    (void)sigaction(number, &action, NULL);
}

/* A closed descriptor would be that of the next file to be opened, and messages would land in it.
 * Opened for the other direction, its use is an error that is told. */
static void fill_descriptor(int descriptor, int flags) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return;
    const int opened = open("/dev/null", flags);
    if (opened == -1 || opened == descriptor) return;
    (void)dup2(opened, descriptor);
    (void)close(opened);
}

void cli_output_prepare(void) {
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXCPU};
    fill_descriptor(STDIN_FILENO, O_WRONLY);
    fill_descriptor(STDOUT_FILENO, O_RDONLY);
    fill_descriptor(STDERR_FILENO, O_WRONLY);
    unfinished_owner = getpid();
    (void)atexit(remove_unfinished);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        catch_signal(ends[i]);
    (void)signal(SIGXFSZ, SIG_IGN); /* writing beyond a limit fails instead: EFBIG */
}

/* ---- opening ---- */

static output *find_output(const FILE *file) {
    for (int i = 0; i < OUTPUTS_MAX; i++)
        if (outputs[i].file == file) return &outputs[i];
    return NULL;
}

static void forget(output *one) {
    unfinished[one - outputs] = NULL;
    free(one->path);
    free(one->target);
    free(one->unfinished);
    memset(one, 0, sizeof *one);
}

/* Standard output, for the file; what is printed goes to standard error from here on. */
static FILE *take_stdout(void) {
    if (stdout_is_taken) {
        errno = EBUSY;
        return NULL;
    }
    (void)fflush(stdout);
    const int copy = dup(STDOUT_FILENO);
    if (copy == -1) return NULL;
    FILE *const file = fdopen(copy, "wb");
    if (file == NULL || dup2(STDERR_FILENO, STDOUT_FILENO) == -1) return NULL;
    stdout_is_taken = true;
    return file;
}

/* Names of open descriptors, and of all that is no file. */
static bool is_in_place(const char *path, const struct stat *about) {
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0 ||
           !S_ISREG(about->st_mode);
}

static char *copy_text(const char *text) {
    return strcpy(cli_heap_allocate(strlen(text) + 1), text);
}

/* Where links lead, also to a file that is not there yet: a link stays a link. */
static char *resolve(const char *path) {
    char link[PATH_MAX];
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    char *at = copy_text(path);
    for (int i = 0; i < 40; i++) { /* as many as Linux follows */
        const ssize_t length = readlink(at, link, sizeof link - 1);
        if (length <= 0) return at;
        link[length] = 0;
        const char *const slash = strrchr(at, '/');
        const size_t folder = link[0] == '/' || slash == NULL ? 0 : (size_t)(slash - at) + 1;
        char *const next = cli_heap_allocate(folder + (size_t)length + 1);
        memcpy(next, at, folder);
        strcpy(next + folder, link);
        free(at);
        at = next;
    }
    return at;
}

/* As a file that is made there would be, or as the one that is there. */
static void set_mode(int descriptor, const struct stat *before) {
    const mode_t mask = umask(0);
    (void)umask(mask);
    const mode_t mode = before != NULL ? before->st_mode & 07777u : 0666u & ~mask;
    (void)fchmod(descriptor, mode);
}

/* "DIR/.NAME.XXXXXX"; a long name is cut, so that the file system takes it. */
static char *name_beside(const char *target) {
    const char *const slash = strrchr(target, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - target) + 1;
    const size_t size = strlen(target) + sizeof "." ENDING;
    char *const name = cli_heap_allocate(size);
    snprintf(name, size, "%.*s.%.200s" ENDING, (int)folder, target, target + folder);
    return name;
}

/* Why nothing may be written there, in words; null when it may. */
static const char *why_not(const char *path, const struct stat *before) {
    if (before != NULL && S_ISREG(before->st_mode) && cli_file_is_input(before))
        return "it is the input, which would be lost";
    char *const target = resolve(path);
    bool is_taken = false;
    for (int i = 0; i < OUTPUTS_MAX; i++) {
        const bool is_open = outputs[i].target != NULL && strcmp(outputs[i].target, target) == 0;
        if (is_open || (finished[i] != NULL && strcmp(finished[i], target) == 0)) is_taken = true;
    }
    free(target);
    return is_taken ? "it is written already, by another option" : NULL;
}

/* No signal comes between the file and the note of its name. */
static int make_unfinished(output *one) {
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)sigprocmask(SIG_BLOCK, &all, &before);
    const int descriptor = mkstemp(one->unfinished);
    const int error = errno;
    if (descriptor != -1) unfinished[one - outputs] = one->unfinished;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return descriptor;
}

static FILE *open_beside(output *one, const char *path, const struct stat *before) {
    /* The folder may be writable where the file is not meant to be. */
    if (before != NULL && access(path, W_OK) != 0) return NULL;
    one->target = resolve(path);
    one->unfinished = name_beside(one->target);
    const int descriptor = make_unfinished(one);
    if (descriptor == -1) return NULL;
    set_mode(descriptor, before);
    return fdopen(descriptor, "wb");
}

static FILE *open_in_place(const char *path) {
    /* Without waiting for a reader that never comes: a pipe that nothing reads is an error. */
    const int descriptor = open(path, O_WRONLY | O_TRUNC | O_NONBLOCK);
    if (descriptor == -1) return NULL;
    (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    return fdopen(descriptor, "wb");
}

FILE *cli_output_open(const char *path, const char **reason) {
    struct stat about;
    output *const one = find_output(NULL);
    errno = EMFILE;
    if (one == NULL) return fail(path, errno, reason), NULL;
    const bool is_there = stat(path, &about) == 0;
    const char *const refusal =
        strcmp(path, "-") == 0 ? NULL : why_not(path, is_there ? &about : NULL);
    if (refusal != NULL) {
        if (reason == NULL) cli_command_file_error(path, refusal);
        if (reason != NULL) *reason = refusal;
        return NULL;
    }
    errno = 0;
    FILE *file = NULL;
    if (strcmp(path, "-") == 0) {
        file = take_stdout();
    } else if (is_there && is_in_place(path, &about)) {
        file = open_in_place(path);
    } else {
        file = open_beside(one, path, is_there ? &about : NULL);
    }
    if (file == NULL) {
        const int error = errno;
        if (unfinished[one - outputs] != NULL) (void)unlink(one->unfinished);
        forget(one);
        (void)fail(path, error, reason);
        return NULL;
    }
    one->file = file;
    one->path = copy_text(path);
    return file;
}

/* ---- the end ---- */

void cli_output_discard(FILE *file) {
    output *const one = file == NULL ? NULL : find_output(file);
    if (one == NULL) return;
    (void)fclose(file);
    if (one->unfinished != NULL) (void)unlink(one->unfinished);
    forget(one);
}

/* What went wrong in a write before: errno may be that of another call since. */
static int error_of_writing(void) {
    static const int known[] = {ENOSPC, EFBIG, EDQUOT, EPIPE, EBADF};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (errno == known[i]) return errno;
    return EIO;
}

bool cli_output_close(FILE *file, const char **reason) {
    output *const one = find_output(file);
    int error = 0;
    if (ferror(file)) error = error_of_writing();
    if (fflush(file) != 0 && error == 0) error = errno;
    if (fclose(file) != 0 && error == 0) error = errno;
    if (error == 0 && one->unfinished != NULL) {
        if (rename(one->unfinished, one->target) != 0) error = errno;
    }
    if (error != 0) {
        if (one->unfinished != NULL) (void)unlink(one->unfinished);
        (void)fail(one->path, error, reason);
    }
    for (int i = 0; i < OUTPUTS_MAX && error == 0 && one->target != NULL; i++) {
        if (finished[i] != NULL) continue;
        finished[i] = one->target;
        one->target = NULL;
    }
    forget(one);
    return error == 0;
}

bool cli_output_write(const char *path, const void *bytes, size_t size, const char **reason) {
    FILE *const file = cli_output_open(path, reason);
    if (file == NULL) return false;
    fwrite(bytes, 1, size, file);
    return cli_output_close(file, reason);
}
