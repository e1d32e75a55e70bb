/** One part of the form: its title beside its fields where there is room, above them where there is not. */
import type { ReactNode } from 'react'
import classes from './LeadForm.module.css'

interface FormSectionProps {
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function FormSection({ title, note, children }: FormSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>{title}</h3>
        {note === undefined ? null : <div className={classes.sectionNote}>{note}</div>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}
