import { readAnswer } from './answer.ts';
import { createCaller, type Client, type ClientOptions } from './caller.ts';
import { operations } from './operations.ts';

export {
  requestOf,
  type CallOptions,
  type Client,
  type ClientOptions,
  type Dispatcher,
  type Request,
} from './caller.ts';

/** The typed client that checks every answer by its schema (LNK-1). */
export function createClient(options: ClientOptions): Client {
  return createCaller(options, { ways: operations, read: readAnswer });
}
