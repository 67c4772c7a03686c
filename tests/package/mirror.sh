# shellcheck shell=bash
# mirror.sh - where this machine's apt has its packages, and how it gets there: for systems that are
# made here and have no apt of their own yet. tests/package/systems.sh sources it.
#
# apt itself is asked, so that all formats of its files are read as it reads them, and nothing of
# them is written into the repository. `work` is the folder of support.sh.

# The addresses of all sources, each once: those that a chroot can reach, and not file: or cdrom:.
mirror_addresses() {
    apt-get --print-uris update 2>/dev/null | sed -n "s|^'\(https\?://[^']*\)/dists/.*|\1|p" | sort -u
}

# mirror_of SUITE: the first of them that has this suite of Debian. Archives of others name their
# suites after Debian's, so the origin is looked at.
mirror_of() {
    local address release=${work:?}/InRelease
    for address in $(mirror_addresses); do
        /usr/lib/apt/apt-helper -q -o APT::Sandbox::User=root -o Acquire::Retries=0 -o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30 \
            download-file "$address/dists/$1/InRelease" "$release" >/dev/null 2>&1 || continue
        if grep -qx 'Origin: Debian' "$release"; then
            echo "$address"
            return
        fi
    done
    return 1
}

# mirror_proxy ADDRESS: of apt, for this host or for all, or of the environment, or nothing.
mirror_proxy() {
    local scheme=${1%%://*} host=${1#*://} mine='' all='' variable
    host=${host%%[/:]*}
    variable=${scheme}_proxy
    eval "$(apt-config shell mine "Acquire::$scheme::Proxy::$host" all "Acquire::$scheme::Proxy")"
    all=${mine:-${all:-${!variable:-}}}
    [ "$all" = DIRECT ] || echo "$all"
}

# The certificates by which an address of https is trusted.
mirror_certificates() {
    local file=
    eval "$(apt-config shell file Acquire::https::CaInfo)"
    echo "${file:-${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}}"
}

# mirror_wgetrc ADDRESS: the same for debootstrap, which asks wget.
mirror_wgetrc() {
    local proxy
    proxy=$(mirror_proxy "$1")
    [ -z "$proxy" ] || printf '%s\n' "use_proxy = on" "${1%%://*}_proxy = $proxy"
    case $1 in https:*) echo "ca_certificate = $(mirror_certificates)" ;; esac
}

# mirror_take_along ROOT ADDRESS: the same for apt in a new system, and how names are found.
mirror_take_along() {
    local proxy conf=$1/etc/apt/apt.conf.d/90-of-the-host
    proxy=$(mirror_proxy "$2")
    apt-config dump | grep -E '^Acquire::(Retries|Check-Valid-Until|Check-Date|https?::(Timeout|Verify))' >"$conf"
    [ -z "$proxy" ] || echo "Acquire::${2%%://*}::Proxy \"$proxy\";" >>"$conf"
    case $2 in
    https:*)
        cp "$(mirror_certificates)" "$1/etc/of-the-host.crt"
        echo 'Acquire::https::CaInfo "/etc/of-the-host.crt";' >>"$conf"
        ;;
    esac
    cp -L /etc/resolv.conf /etc/hosts "$1/etc/"
}
