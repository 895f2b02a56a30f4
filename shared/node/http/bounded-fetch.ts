import { TooLong } from '../../api/body.ts';

/** The most bytes of an answer of a model or an identity provider that are read. */
const maxBytes = 16_777_216;

/** LNK-3: `fetch`, but a body is cut off with TooLong where it has more bytes than anybody needs. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const { body, status, statusText, headers } = await fetch(input, init);
  if (body === null) return new Response(undefined, { status, statusText, headers });
  return new Response(body.pipeThrough(bounded()), { status, statusText, headers });
};

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new TooLong('The answer is too long to be read.'));
      else controller.enqueue(chunk);
    },
  });
}
