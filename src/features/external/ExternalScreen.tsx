/** 'Indicação Externa' with login: the user's link, and the form. docs/rules.md#external-indication */
import type { Catalogues } from '../../db/mirror/catalogues.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { EXTERNAL_INSURANCES } from '../../domain/indication/lines.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import classes from './External.module.css'
import { ExternalForm } from './ExternalForm.tsx'
import { LinkCard } from './LinkCard.tsx'
import { useIndicationForm } from './useIndicationForm.ts'

export function ExternalScreen({ user }: { user: SessionUser }) {
  const catalogues = useCatalogues(user.id)
  return catalogues === undefined ? null : <Screen user={user} offered={offeredIn(catalogues)} />
}

/** The insurances of the form that the brokerage offers. */
const offeredIn = ({ insuranceRows }: Pick<Catalogues, 'insuranceRows'>) =>
  [...insuranceRows.values()]
    .filter(({ id, active }) => active && EXTERNAL_INSURANCES.includes(id))
    .toSorted((one, other) => one.id - other.id)

interface ScreenProps {
  readonly user: SessionUser
  readonly offered: ReturnType<typeof offeredIn>
}

function Screen({ user, offered }: ScreenProps) {
  const form = useIndicationForm({ user, offered })
  return (
    <div className={classes.root}>
      <LinkCard user={user} />
      <section className={classes.sheet} aria-labelledby="indicacao-externa">
        <h2 id="indicacao-externa" className={classes.title}>
          Nova indicação
        </h2>
        <ExternalForm userId={user.id} form={form} />
      </section>
    </div>
  )
}
