/** The first steps on the dashboard of an administrator, while some are open. docs/rules.md#first-steps */
import { Button, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { catalogue, hasServerLeads } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { areOffered, FIRST_STEP_TITLES, openSteps } from '../../../domain/first-steps/first-steps.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { settingsFrom } from '../../../domain/settings/settings.ts'
import classes from './FirstStepsOffer.module.css'
import { useFirstSteps } from './useFirstSteps.ts'

/** By the mirror: where they are not offered the server is not asked. */
async function mayOffer(userId: number): Promise<boolean> {
  const db = openMirror(userId)
  const rows = await catalogue(db, 'setting')
  if (rows.length === 0) return false
  return areOffered(settingsFrom(rows).first_steps_offered, await hasServerLeads(db))
}

export function FirstStepsOffer({ user }: { readonly user: SessionUser }) {
  const asks = useLiveQuery(async () => mayOffer(user.id), [user.id])
  return asks === true ? <Offered user={user} /> : null
}

function Offered({ user }: { readonly user: SessionUser }) {
  const { value } = useFirstSteps(user)
  if (value === undefined || !value.offered) return null
  const [next] = openSteps(value.steps)
  if (next === undefined) return null
  const done = value.steps.filter(({ state }) => state === 'done').length
  const all = value.steps.length
  return (
    <aside aria-label="Primeiros passos" className={classes.root} data-fleeting="whole">
      <div className={classes.texts}>
        <Text fw={600}>
          Primeiros passos: {done} de {all}
        </Text>
        <Text size="sm" c="dimmed">
          Próximo: {FIRST_STEP_TITLES[next]}
        </Text>
      </div>
      <Progress
        className={classes.bar ?? ''}
        value={(done / all) * 100}
        size="sm"
        aria-label={`${done} de ${all} passos feitos`}
      />
      <Button renderRoot={(props) => <Link to="/primeiros-passos" {...props} />}>Continuar</Button>
    </aside>
  )
}
