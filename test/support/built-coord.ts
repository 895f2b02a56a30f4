import { fileURLToPath } from 'node:url';

/** The built command, as `npm run build` leaves it: it starts in a tenth of the time that its source takes. */
export const builtCoord = fileURLToPath(new URL('../../dist/coord.js', import.meta.url));
