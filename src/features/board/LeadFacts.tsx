/** The sections of a read-only lead, with its history. */
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { FileState } from '../../domain/lead/lead-file.ts'
import type { BoardSlots } from './board-slots.ts'
import classes from './LeadView.module.css'
import { leadSections } from './lead-sections.ts'

interface LeadFactsProps {
  readonly lead: Lead
  readonly client: Client | null
  readonly file: FileState
  readonly catalogues: Catalogues
  readonly history: BoardSlots['history']
}

export function LeadFacts({ lead, client, file, catalogues, history }: LeadFactsProps) {
  return (
    <>
      {leadSections({ lead, client, file, catalogues }).map(({ title, facts }) => (
        <section key={title} className={classes.section} aria-label={title}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.facts}>
            {facts.map(([label, value]) => (
              <div key={label} data-empty={value === '' || undefined}>
                <dt>{label}</dt>
                <dd>{value === '' ? '—' : value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section className={classes.section} aria-label="Histórico">
        <h3 className={classes.title}>Histórico</h3>
        {history(lead, client)}
      </section>
    </>
  )
}
