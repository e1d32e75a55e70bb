/**
 * Returns the server's row of a lead or client: the separately stored one, or else the row on screen, on which no command
 * was replayed yet. Returns null while the server does not have it.
 */
export function serverRow<Row extends { readonly version: number }>(
  shown: Row | null | undefined,
  stored: Row | null | undefined,
): Row | null {
  const row = shown ?? null
  return stored ?? (row !== null && row.version > 0 ? row : null)
}
