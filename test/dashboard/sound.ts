/** Sound for a browser's microphone. */

const rate = 16_000;
const headBytes = 44;
const [formatBytes, pcm, channels, sampleBytes] = [16, 1, 1, 2];

/**
 * A WAV file (16 kHz, 16 bits, one channel) that is loud and quiet by turns, like somebody who speaks: a tone for the first
 * `spokenMs` of each second, then silence.
 */
export function spokenWav(seconds: number, spokenMs = 600): Buffer {
  const count = seconds * rate;
  const wav = Buffer.alloc(headBytes + count * sampleBytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(formatBytes, 16);
  wav.writeUInt16LE(pcm, 20);
  wav.writeUInt16LE(channels, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * sampleBytes, 28);
  wav.writeUInt16LE(sampleBytes, 32);
  wav.writeUInt16LE(8 * sampleBytes, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(count * sampleBytes, 40);
  for (let at = 0; at < count; at++) {
    const isSpoken = at % rate < (spokenMs / 1_000) * rate;
    const value = isSpoken ? 0.4 * Math.sin((2 * Math.PI * 220 * at) / rate) : 0;
    wav.writeInt16LE(Math.round(value * 32_767), headBytes + at * sampleBytes);
  }
  return wav;
}
