/** One message of a Server-Sent Events stream, or a comment in it. */
export type StreamItem =
  | { readonly kind: 'message'; readonly id: string | undefined; readonly data: string }
  | { readonly kind: 'comment'; readonly text: string };

/** Cuts the text of a stream into messages and comments; what is not complete at its end is dropped. */
export async function* readEventStream(chunks: AsyncIterable<string>): AsyncGenerator<StreamItem> {
  let rest = '';
  let id: string | undefined;
  let data: string[] = [];
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
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
