/** Which licences a package may have that Farol ships: docs/operations.md#licences. */

/** Permissive ones, and MPL-2.0, whose copyleft ends with the package's own files. */
const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
  'CC0-1.0',
  'MPL-2.0',
])

/** Whether an SPDX expression admits a use under allowed licences alone. A name that is not on the list is refused. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim()
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((licence) => ALLOWED.has(licence.trim())))
}
