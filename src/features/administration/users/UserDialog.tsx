/** Creates or changes a user; as 'createAdmin' an administrator. docs/rules.md#users */

import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { type CallResult, mapResult } from '../../../api/call-result.ts'
import {
  createUserRoute,
  managedUserRoute,
  newUserBodySchema,
  type OpenUser,
  updateManagedUserRoute,
  userBodySchema,
} from '../../../contract/administration/users.ts'
import type { Departure } from '../../../contract/transfers.ts'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { catalogue } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { failureWords, online } from '../../../device/online.ts'
import { undoTransfer } from '../../../device/undo-transfer.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { type Opened, useRevisedSave } from '../../../device/useRevisedSave.ts'
import type { TechnicalTeam } from '../../../domain/catalogue/catalogue.ts'
import type { Mailed } from '../../../domain/mail/mailed.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { isActive } from '../../../domain/session/active.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { lazyAfterPaint } from '../../../opening/lazy-after-paint.tsx'
import { AlertDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormDialog, type SaveOutcome } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import { CalendarNote } from './CalendarNote.tsx'
import { departedWords } from './departure-form.ts'
import { FactorNote } from './FactorNote.tsx'
import { UserFields } from './UserFields.tsx'
import { UserMailNote } from './UserMailNote.tsx'
import { useDeparture } from './useDeparture.tsx'
import { initialValues, NO_ROLE, roleChoices, type UserValues } from './user-form.ts'
import { changedUserWords, saveFailure } from './user-words.ts'

const RecentTransfers = lazyAfterPaint(
  async () => (await import('../../../device/RecentTransfers.tsx')).RecentTransfers,
)

/** The number of the user that is changed, or what is made. */
export type UserSubject = number | 'new' | 'administrator'

interface UserDialogProps {
  readonly actor: SessionUser
  readonly subject: UserSubject
  /** A mail of the save is only a file on the server: the caller shows its link. */
  readonly onUnsent: (mail: Mailed) => void
  readonly onClose: () => void
}

const TITLES = { new: 'Criar Usuário', administrator: 'Criar Administrador' } as const

export function UserDialog(props: UserDialogProps) {
  const { actor, subject, onClose } = props
  const catalogues = useCatalogues(actor.id)
  const teams = useLiveQuery(async () => catalogue(openMirror(actor.id), 'technical_team'), [actor.id])
  const [loaded, reload] = useUser(subject)
  if (loaded.kind === 'failed')
    return (
      <AlertDialog opened title="Não foi possível abrir o usuário" onClose={onClose}>
        {loaded.message}
      </AlertDialog>
    )
  if (catalogues === undefined || teams === undefined || loaded.kind === 'loading') return null
  const { opened } = loaded
  return (
    <UserForm
      key={opened?.revision ?? ''}
      {...props}
      catalogues={catalogues}
      teams={teams}
      opened={opened}
      onUndone={reload}
    />
  )
}

/** The user's record beside the values of the form. */
interface OpenedUser extends Opened<UserValues> {
  readonly user: OpenUser
}

interface UserFormProps extends UserDialogProps {
  readonly catalogues: Catalogues
  readonly teams: readonly TechnicalTeam[]
  /** null: a new one. */
  readonly opened: OpenedUser | null
  /** Called after the transfer of the user's leads was undone. The form then reads the user again. */
  readonly onUndone: () => void
}

function UserForm(props: UserFormProps) {
  const { actor, subject, onUnsent, onClose, catalogues, teams, opened, onUndone } = props
  const { ask, question } = useDeparture(actor.id)
  /** The answer to the question about leads and rules, for the running save. */
  const departing = useRef<Departure | undefined>(undefined)
  const createsAdmin = subject === 'administrator'
  const [initial] = useState(() => opened?.values ?? initialValues(null, createsAdmin ? 1 : null))
  const revised = useRevisedSave({
    what: 'salvar o usuário',
    opened,
    send: (token, body: UserValues, { known, key }): Promise<CallResult<SavedUser>> =>
      known === null
        ? call(createUserRoute, { token, key, body })
        : call(updateManagedUserRoute, {
            token,
            params: { id: known.id },
            body: { ...body, revision: known.revision, departure: departing.current },
          }),
    read: readUser,
    saved: (values) => userBodySchema.safeParse(values).data,
    changed: (words, seen, present, typed) =>
      seen === null
        ? words.savedBeforeWords(
            { entity: 'users', before: typed, present: present.values },
            { names: catalogues },
          )
        : changedUserWords(seen.user, present.user, catalogues),
  })
  const user = revised.known?.user ?? null

  const validate = ({ role, ...rest }: UserValues) => {
    const schema = user === null ? newUserBodySchema : userBodySchema
    return problemsOf(schema, role === NO_ROLE ? rest : { ...rest, role })
  }
  const save = async (body: UserValues): Promise<SaveOutcome<UserValues>> => {
    const departure = user === null ? { kind: 'none' as const } : await ask(user, body)
    if (departure.kind === 'unanswered') return { kind: 'refused', message: departure.message }
    if (departure.kind === 'refused') return saveFailure(departure)
    departing.current = departure.kind === 'chosen' ? departure.departure : undefined
    const result = await revised.save(body)
    if (result.kind === 'open')
      return result.outcome.kind === 'changed' ? result.outcome : saveFailure(result.outcome, result.result)
    nudgeSync()
    const { mail = null, departed = null, email_waits = false } = result.answer ?? {}
    if (departed !== null)
      notify.success(departedWords(body.name, departed.moved), {
        label: 'Desfazer',
        run: () => void undoTransfer(departed.uid),
      })
    else notify.saved(opened === null ? 'Usuário criado com sucesso' : 'Usuário atualizado com sucesso')
    if (mail?.way === 'file') onUnsent(mail)
    else if (email_waits && mail !== null)
      notify.success('O novo e-mail vale depois que o usuário confirmar o link que enviamos a ele.')
    return { kind: 'saved' }
  }
  return (
    <>
      <FormDialog<UserValues>
        title={typeof subject === 'number' ? `Editar ${user?.name ?? 'usuário'}` : TITLES[subject]}
        size="lg"
        initial={initial}
        validate={validate}
        onSave={save}
        onClose={onClose}
      >
        {(form) => (
          <>
            {user === null ? null : <RecentTransfers leaverId={user.id} asked={0} onUndone={onUndone} />}
            <UserFields
              form={form}
              catalogues={catalogues}
              teams={teams}
              roles={roleChoices(actor, user)}
              user={user}
              marksTablets={may('sharedTablets.mark', roleOf(actor))}
              createsAdmin={createsAdmin}
            />
            {user === null ? null : (
              <UserMailNote
                user={{ id: user.id, name: user.name, active: isActive(user) }}
                unverified={user.verify?.verified === false}
                emailWaits={user.waiting_email !== null}
              />
            )}
            {user?.second_factor === true &&
            user.id !== actor.id &&
            may('users.manageAdministrators', roleOf(actor)) ? (
              <FactorNote user={user} />
            ) : null}
            {user === null || user.calendar_feeds === 0 ? null : <CalendarNote user={user} />}
          </>
        )}
      </FormDialog>
      {question}
    </>
  )
}

interface SavedUser {
  readonly mail: Mailed | null
  /** Only in the answer to a change, like the next field. */
  readonly departed?: { readonly uid: string; readonly moved: number } | null
  readonly email_waits?: boolean
}

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ok'; readonly opened: OpenedUser | null }

const readUser = async (token: string, id: number): Promise<CallResult<OpenedUser>> =>
  mapResult(await call(managedUserRoute, { token, params: { id } }), (user) => ({
    id,
    revision: user.revision,
    values: initialValues(user, null),
    user,
  }))

/** The user's whole record: devices mirror a part of it. */
function useUser(subject: UserSubject): readonly [loaded: Loaded, reload: () => void] {
  const [asked, setAsked] = useState(0)
  const [loaded, setLoaded] = useState<Loaded>(() =>
    typeof subject === 'number' ? { kind: 'loading' } : { kind: 'ok', opened: null },
  )
  useEffect(() => {
    if (typeof subject !== 'number') return
    let gone = false
    void online((token) => readUser(token, subject)).then((result) => {
      if (gone) return
      const message = failureWords(result, 'editar o usuário')
      setLoaded(
        result.kind === 'ok'
          ? { kind: 'ok', opened: result.value }
          : { kind: 'failed', message: message ?? '' },
      )
    })
    return () => {
      gone = true
    }
  }, [subject, asked])
  return [loaded, () => setAsked(asked + 1)]
}
