/**
 * The text of a file as people save it: UTF-8, or UTF-16 with the mark with which Windows begins it. Undefined where the bytes are
 * neither, so that no letter is lost in silence.
 */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const form = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(form, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
