/**
 * A section of the form. Its title is beside the fields if there is space, otherwise above. On a phone, sections that a
 * call does not need are folded into one line with a summary. A tap or an error opens them.
 */
import { IconChevronDown } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import layout from '../../../ui/FormLayout.module.css'
import { UNFOLD } from './fields.ts'
import classes from './LeadForm.module.css'

interface FormSectionProps {
  readonly title: string
  readonly note?: ReactNode
  /** Summary of the folded section. Undefined: the section is always open. */
  readonly summary?: string | undefined
  readonly children: ReactNode
}

/** Whether the fields are read-only. A folded section can still be opened. */
export const FormGuard = createContext(false)

export function FormSection({ title, note, summary, children }: FormSectionProps) {
  const fields = <div className={layout.fields}>{children}</div>
  if (summary !== undefined)
    return (
      <FoldedSection title={title} summary={summary}>
        {fields}
      </FoldedSection>
    )
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>{title}</h3>
        {note === undefined ? null : <div className={classes.sectionNote}>{note}</div>}
      </div>
      <Guarded>{fields}</Guarded>
    </section>
  )
}

function Guarded({ children, ...rest }: { id?: string; hidden?: boolean; children: ReactNode }) {
  return (
    <fieldset className={layout.guard} disabled={useContext(FormGuard)} {...rest}>
      {children}
    </fieldset>
  )
}

function FoldedSection({
  title,
  summary,
  children,
}: {
  title: string
  summary: string
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    const element = section.current
    // Synchronous: the caller focuses one of its fields next.
    const unfold = () => flushSync(() => setOpen(true))
    element?.addEventListener(UNFOLD, unfold)
    return () => element?.removeEventListener(UNFOLD, unfold)
  }, [])
  return (
    <section ref={section} className={classes.folded} aria-label={title} data-folding>
      <h3 className={classes.foldHead}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span className={classes.sectionTitle}>{title}</span>
          <span className={classes.summary}>{summary}</span>
          <IconChevronDown size={20} className={classes.chevron} aria-hidden />
        </button>
      </h3>
      <Guarded id={id} hidden={!open}>
        {children}
      </Guarded>
    </section>
  )
}
