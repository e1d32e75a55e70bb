/** Markdown as plain text: to be read out, and as the text of a message. */

const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/^\s*#{1,6}\s+/gm, ''],
  [/^\s*>\s?/gm, ''],
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/`{1,3}/g, ''],
]

const without = (text: string, more: readonly (readonly [RegExp, string])[]) =>
  [...MARKUP, ...more].reduce((plain, [pattern, by]) => plain.replace(pattern, by), text).trim()

export const plainText = (markdown: string): string => without(markdown, [[/\*\*|__/g, '']])

/** WhatsApp has bold between single asterisks. */
export const messageText = (markdown: string): string => without(markdown, [[/\*\*([^*]+)\*\*/g, '*$1*']])
