/** 'Indicação Externa' with login: the user's link, and the form. docs/rules.md#external-indication */

import { draftOfCreation } from '../../db/session/draft-names.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { EMPTY_INDICATION } from '../../domain/indication/form.ts'
import { EXTERNAL_PATH } from '../../domain/indication/words.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import classes from './External.module.css'
import { ExternalForm } from './ExternalForm.tsx'
import { focusField } from './fields.ts'
import { LinkCard } from './LinkCard.tsx'
import { type Offered, offeredIn } from './offered.ts'
import { submitIndications } from './submit-indications.ts'
import { useIndicationForm } from './useIndicationForm.ts'

const DRAFT_NAME = draftOfCreation(EXTERNAL_PATH)

export function ExternalScreen({ user }: { user: SessionUser }) {
  const catalogues = useCatalogues(user.id)
  return catalogues === undefined ? null : <Screen user={user} offered={offeredIn(catalogues)} />
}

function Screen({ user, offered }: { readonly user: SessionUser; readonly offered: readonly Offered[] }) {
  const form = useIndicationForm({
    userId: user.id,
    offered,
    draftName: DRAFT_NAME,
    start: EMPTY_INDICATION,
    submit: (typed, tabs) => submitIndications({ userId: user.id, draftName: DRAFT_NAME, typed, tabs }),
    onSent: () => focusField('client.name'),
  })
  return (
    <div className={classes.root}>
      <LinkCard user={user} />
      <section className={classes.sheet} aria-labelledby="indicacao-externa">
        <h2 id="indicacao-externa" className={classes.title}>
          Nova indicação
        </h2>
        <ExternalForm userId={user.id} form={form} canEmpty />
      </section>
    </div>
  )
}
