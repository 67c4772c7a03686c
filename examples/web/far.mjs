// far.mjs - a line to another machine by WebRTC, without a server: what one page offers is carried to the
// other one by hand, and its answer back.

const GATHER = 3000; // milliseconds for the addresses of this machine

const pack = description => btoa(JSON.stringify(description));
const unpack = text => JSON.parse(atob(text.trim()));

/* All addresses are in the description once they have been gathered. */
function gathered(connection) {
  if (connection.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise(done => {
    const look = () => connection.iceGatheringState === 'complete' && done();
    connection.addEventListener('icegatheringstatechange', look);
    setTimeout(done, GATHER);
  });
}

export class FarLine {
  #connection = new RTCPeerConnection();
  #channel = null;
  onpacket = () => {};
  onopen = () => {};

  /* Late packets are worth nothing: none is sent again. */
  #take(channel) {
    this.#channel = channel;
    channel.binaryType = 'arraybuffer';
    channel.onopen = () => this.onopen();
    channel.onmessage = ({ data }) => this.onpacket(new Uint8Array(data));
  }

  send(bytes) {
    if (this.#channel?.readyState === 'open') this.#channel.send(bytes);
  }

  /* The text for the other page. */
  async offer() {
    this.#take(this.#connection.createDataChannel('pawl', { ordered: false, maxRetransmits: 0 }));
    await this.#connection.setLocalDescription(await this.#connection.createOffer());
    await gathered(this.#connection);
    return pack(this.#connection.localDescription);
  }

  /* The other page: its answer to an offer. */
  async answer(offer) {
    this.#connection.ondatachannel = ({ channel }) => this.#take(channel);
    await this.#connection.setRemoteDescription(unpack(offer));
    await this.#connection.setLocalDescription(await this.#connection.createAnswer());
    await gathered(this.#connection);
    return pack(this.#connection.localDescription);
  }

  async accept(answer) {
    await this.#connection.setRemoteDescription(unpack(answer));
  }

  close() {
    this.#connection.close();
  }
}
