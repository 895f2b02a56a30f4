const bearer = /^Bearer +(\S{1,512})$/i;

/** The secret of an `Authorization` header; undefined where it has no bearer credential. */
export function bearerOf(header: string | undefined): string | undefined {
  return bearer.exec(header ?? '')?.[1];
}
