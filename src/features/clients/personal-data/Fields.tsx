/** Labels and values of an exported row. */
import classes from './PersonalDataScreen.module.css'
import type { FieldLine } from './personal-words.ts'

export function Fields({ lines }: { lines: readonly FieldLine[] }) {
  return (
    <dl className={classes.fields}>
      {lines.map(({ field, label, value }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
