/** 'Indicação Externa' with login: the user's link, and the form. docs/rules.md#external-indication */
import { useCatalogues } from '../../device/useCatalogues.ts'
import { EXTERNAL_INSURANCES } from '../../domain/indication/lines.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import classes from './External.module.css'
import { ExternalForm } from './ExternalForm.tsx'
import { LinkCard } from './LinkCard.tsx'

export function ExternalScreen({ user }: { user: SessionUser }) {
  const catalogues = useCatalogues(user.id)
  if (catalogues === undefined) return null
  const offered = [...catalogues.insuranceRows.values()]
    .filter(({ id, active }) => active && EXTERNAL_INSURANCES.includes(id))
    .toSorted((one, other) => one.id - other.id)
  return (
    <div className={classes.root}>
      <LinkCard user={user} />
      <section className={classes.sheet} aria-labelledby="indicacao-externa">
        <h2 id="indicacao-externa" className={classes.title}>
          Nova indicação
        </h2>
        <ExternalForm user={user} offered={offered} />
      </section>
    </div>
  )
}
