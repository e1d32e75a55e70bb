/** A long list shows its first lines, and all of them when a person asks. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'

const SHOWN_AT_FIRST = 40

/** `what`: 'todos os registros'. */
export function useShownLines<Line>(
  lines: readonly Line[],
  what: string,
): { readonly shown: readonly Line[]; readonly more: ReactNode } {
  const [all, setAll] = useState(false)
  const shown = all ? lines : lines.slice(0, SHOWN_AT_FIRST)
  return {
    shown,
    more:
      shown.length === lines.length ? null : (
        <Button variant="default" w="fit-content" onClick={() => setAll(true)}>
          Mostrar {what} ({lines.length})
        </Button>
      ),
  }
}
