/** What an API key begins with, so that a leaked one can be recognised. */
export const apiKeyPrefix = 'coord_';
