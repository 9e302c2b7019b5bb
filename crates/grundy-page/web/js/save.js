// Files that a person saves.

/**
 * Offers a file to be saved.
 * @param {string} name @param {BlobPart} content @param {string} type
 */
export function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name for files about a game. @param {string} game */
export const fileName = (game) => game.replace(/[^\w]+/g, '_').replace(/^_|_$/g, '') || 'game';

/** A text as it stands in XML. @param {string} text */
export const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
