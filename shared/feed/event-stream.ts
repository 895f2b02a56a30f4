/** One message of a Server-Sent Events stream, or a comment in it. */
export type StreamItem =
  | { readonly kind: 'message'; readonly id: string | undefined; readonly data: string }
  | { readonly kind: 'comment'; readonly text: string };

/** LNK-3: the most characters of one message of a stream that are read; an event of the log is far shorter. */
const maxMessage = 8_388_608;

/**
 * Cuts the text of a stream into messages and comments; what is not complete at its end is dropped. Throws at a message
 * without end.
 */
export async function* readEventStream(chunks: AsyncIterable<string>): AsyncGenerator<StreamItem> {
  let rest = '';
  let id: string | undefined;
  let data: string[] = [];
  let unfinished = 0;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    unfinished += chunk.length;
    if (unfinished > maxMessage) throw new Error('A message of the stream has no end.');
    if (lines.includes('')) unfinished = rest.length;
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { kind: 'message', id, data: data.join('\n') };
        data = [];
      } else if (line.startsWith(':')) {
        yield { kind: 'comment', text: line.slice(1).trim() };
      } else if (line.startsWith('data:')) {
        data.push(valueOf(line));
      } else if (line.startsWith('id:')) {
        id = valueOf(line);
      }
    }
  }
}

function valueOf(line: string): string {
  return line.slice(line.indexOf(':') + 1).replace(/^ /, '');
}
