"""Takes deflated members out of a wheel, as raw streams: extract.py WHEEL FOLDER MEMBER...

Each becomes FOLDER/NAME.SIZE.deflate, SIZE being that of its content; without MEMBER, the ten largest do.
"""

import pathlib
import struct
import sys
import zipfile

wheel, folder, *names = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive, open(wheel, "rb") as file:
    members = [info for info in archive.infolist() if info.compress_type == zipfile.ZIP_DEFLATED]
    members.sort(key=lambda info: -info.file_size)
    for info in [info for info in members if info.filename in names] if names else members[:10]:
        file.seek(info.header_offset + 26)
        file.seek(sum(struct.unpack("<HH", file.read(4))), 1)
        name = f"{pathlib.PurePosixPath(info.filename).name}.{info.file_size}.deflate"
        (pathlib.Path(folder) / name).write_bytes(file.read(info.compress_size))
