// crc32.mjs - the checksum of lines of boards: CRC-32 as in gzip (RFC 1952, section 8).
export function crc32(text) {
  let check = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    check ^= byte;
    for (let bit = 0; bit < 8; bit++) check = (check >>> 1) ^ (check & 1 ? 0xedb88320 : 0);
  }
  return ~check >>> 0;
}
