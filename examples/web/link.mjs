// link.mjs - a run in the part of an address behind #: scene or file, script, tick. It is never sent to a
// server.
//
//   scene=NAME         one of the page's
//   file=NAME,DATA     or a file, deflated
//   script=DATA        what was done by hand, deflated
//   tick=N  camera=X,Y,ACROSS  marks=N,N
const FILE_MAX = 256 * 1024; // of bytes in a link: browsers and mails cut what is longer
const SCRIPT_MAX = 4 * 1024 * 1024;

async function piped(bytes, stream, max) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > max) throw new Error('this link holds more than a file of the studio may have');
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function packed(bytes) {
  const small = await piped(bytes, new CompressionStream('deflate-raw'), Infinity);
  let text = '';
  for (let i = 0; i < small.length; i += 0x8000) text += String.fromCharCode(...small.subarray(i, i + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpacked(text, max = SCRIPT_MAX) {
  try {
    const small = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
    return await piped(small, new DecompressionStream('deflate-raw'), max);
  } catch (problem) {
    throw new Error(/more than/.test(problem.message) ? problem.message : 'this link is damaged');
  }
}

/* The link of what a page shows. Throws when a file is too large for one. */
export async function makeLink(page) {
  const { player, camera, timeline, files } = page,
    parts = new URLSearchParams();
  const file = files.bytesOf(player.source);
  if (file) {
    if (file.length > FILE_MAX) throw new Error('this file is too large for a link; send the file itself');
    parts.set('file', `${player.source.name},${await packed(file)}`);
  } else {
    parts.set('scene', player.source.name);
  }
  const script = player.info.type === 'scene' ? player.run.script() : '';
  if (/^tick/m.test(script)) parts.set('script', await packed(new TextEncoder().encode(script)));
  if (player.tick > 0) parts.set('tick', player.tick);
  if (camera.text) parts.set('camera', camera.text);
  if (timeline.bookmarks.length) parts.set('marks', timeline.bookmarks.map(mark => mark.tick).join(','));
  return `${location.origin}${location.pathname}#${parts}`;
}

/* What a link says; null when it says nothing. */
export async function readLink(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  if (!parts.has('scene') && !parts.has('file')) return null;
  const link = {
    scene: parts.get('scene'),
    tick: Math.max(0, Number(parts.get('tick')) || 0),
    camera: parts.get('camera'),
  };
  if (parts.has('file')) {
    const [name, data = ''] = parts.get('file').split(',');
    link.file = { name, bytes: await unpacked(data, 64 * FILE_MAX) };
  }
  if (parts.has('script')) link.script = new TextDecoder().decode(await unpacked(parts.get('script')));
  link.bookmarks = (parts.get('marks') ?? '').split(',').filter(Boolean).map(Number).filter(Number.isFinite);
  return link;
}
