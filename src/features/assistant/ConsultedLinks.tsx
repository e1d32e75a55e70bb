/** What an answer read, each with a link to the same view, so that a person can check the figure. */
import { Link } from '@tanstack/react-router'
import type { Consulted } from '../../domain/assistant/consulted.ts'
import classes from './Chat.module.css'

interface ConsultedLinksProps {
  readonly consulted: readonly Consulted[]
  readonly onView: (view: unknown) => void
}

export function ConsultedLinks({ consulted, onView }: ConsultedLinksProps) {
  if (consulted.length === 0) return null
  return (
    <p className={classes.consulted}>
      Consultou:{' '}
      {consulted.map(({ label, to, search = {}, view }, place) => (
        <span key={label}>
          {place > 0 ? '; ' : ''}
          <Link
            to={to}
            search={search}
            className={classes.source ?? ''}
            onClick={() => {
              if (view !== undefined) onView(view)
            }}
          >
            {label}
          </Link>
        </span>
      ))}
    </p>
  )
}
