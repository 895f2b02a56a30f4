import packageFile from '../package.json' with { type: 'json' };

/** The product's version in three-part dotted form. */
export const version: string = packageFile.version;
export const productName = 'coord';
