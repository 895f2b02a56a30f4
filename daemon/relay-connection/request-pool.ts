/**
 * The pool of undici with `request`, the one way of asking that the daemon uses. All of undici (fetch, mocks, caches, proxies) takes three
 * times as long to load and 8 MB more, and the first checks after a start wait for it.
 */
import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// As undici does it where all of it is loaded.
Pool.prototype.request = request;

export { Pool };
