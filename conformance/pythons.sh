#!/usr/bin/env bash
# The newest Pythons, for embedding.py and the tests: CPython 3.14 and 3.15 as Debian sid has them, in a
# folder of their own that is used as a chroot, and free-threaded 3.13t, built from the source of Debian 13.
#
#     bash conformance/pythons.sh FOLDER         about ten minutes; Debian, as root, in a FOLDER below /tmp
#     python3 conformance/embedding.py --python FOLDER/python3.14 --python FOLDER/python3.15 --python FOLDER/python3.13t
#
# Each has pytest and regex. /tmp is mounted in the chroot, so that both see the same files there. To
# remove them: umount FOLDER/sid/tmp FOLDER/sid/proc, then delete FOLDER.
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
sid=$folder/sid

apt-get install -y -qq debootstrap gcc make libssl-dev libffi-dev zlib1g-dev > /dev/null
[ -d "$sid/usr" ] || debootstrap --variant=minbase sid "$sid" > "$folder/debootstrap.log"
mountpoint -q "$sid/tmp" || mount --bind /tmp "$sid/tmp"
mountpoint -q "$sid/proc" || mount -t proc proc "$sid/proc"
sed 's/^deb \(.*\) sid /deb-src \1 trixie /' "$sid/etc/apt/sources.list" > "$sid/etc/apt/sources.list.d/source.list"
chroot "$sid" apt-get update -qq -o Acquire::Check-Valid-Until=false  # a mirror may lag behind
chroot "$sid" apt-get install -y -qq --no-install-recommends \
    ca-certificates python3.14-venv python3.15-venv > "$folder/install.log"
cp /etc/ssl/certs/ca-certificates.crt "$sid/etc/ssl/certs/"
for version in 3.14 3.15; do
    chroot "$sid" "python$version" -m venv "/venv/$version"
    chroot "$sid" "/venv/$version/bin/pip" install -q pytest regex
    # In the chroot, the working folder has to be entered again. There python3 is this Python, too.
    cat > "$folder/python$version" << EOF
#!/bin/sh
exec chroot $sid env "PATH=/venv/$version/bin:/usr/bin:/bin" \\
    sh -c 'cd "\$0" && exec "\$@"' "\$PWD" /venv/$version/bin/python "\$@"
EOF
    chmod +x "$folder/python$version"
done

mkdir -p "$folder/build"
cd "$folder/build"
chroot "$sid" sh -c "cd '$folder/build' && apt-get source -qq --download-only python3.13"
tar xf python3.13_*.orig.tar.xz --strip-components=1
./configure -q --disable-gil --prefix="$folder/3.13t" > "$folder/configure.log" 2>&1
make -s > "$folder/make.log" 2>&1
make -s install > "$folder/make-install.log" 2>&1
"$folder/3.13t/bin/python3" -m pip install -q pytest regex
ln -sf "$folder/3.13t/bin/python3" "$folder/python3.13t"
for version in 3.14 3.15 3.13t; do
    "$folder/python$version" -VV
done
