/** Fields with their values, one a line. A value keeps its line breaks, and can be selected. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './FieldLines.module.css'

interface FieldLinesProps {
  readonly lines: readonly { readonly key: string; readonly label: string; readonly words: string }[]
  /** A button shows the lines beyond this number. Absent: all are shown. */
  readonly atFirst?: number | undefined
}

export function FieldLines({ lines, ...props }: FieldLinesProps) {
  const [all, setAll] = useState(false)
  const atFirst = props.atFirst ?? lines.length
  if (lines.length === 0) return null
  // A button for one line would take its place.
  const shown = all || lines.length <= atFirst + 1 ? lines : lines.slice(0, atFirst)
  return (
    <div className={classes.root}>
      <dl className={classes.lines}>
        {shown.map(({ key, label, words }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {shown.length === lines.length ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more ?? ''}
          onClick={() => setAll(true)}
        >
          Mostrar todos os campos ({lines.length})
        </Button>
      )}
    </div>
  )
}
