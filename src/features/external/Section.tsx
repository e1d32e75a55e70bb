/** A section of the form. Its title is beside the fields if there is space, otherwise above. */
import type { ReactNode } from 'react'
import classes from './External.module.css'

interface SectionProps {
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, note, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <h3 className={classes.sectionTitle}>{title}</h3>
        {note === undefined ? null : <div className={classes.note}>{note}</div>}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  )
}
