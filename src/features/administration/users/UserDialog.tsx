/** Creates or changes a user; as 'createAdmin' an administrator. docs/rules.md#users */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  createUserRoute,
  managedUserRoute,
  newUserBodySchema,
  type OpenUser,
  updateManagedUserRoute,
  userBodySchema,
} from '../../../contract/administration/users.ts'
import { openMirror } from '../../../db/mirror/mirror.ts'
import { catalogue } from '../../../db/mirror/reads.ts'
import { later } from '../../../device/later.tsx'
import { failureWords, online } from '../../../device/online.ts'
import { undoTransfer } from '../../../device/undo-transfer.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import type { Mailed } from '../../../domain/mail/mailed.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { AlertDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormDialog, type SaveOutcome } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import { refusal } from '../CatalogueDialog.tsx'
import { departedWords } from './departure-form.ts'
import { UserFields } from './UserFields.tsx'
import { UserMailNote } from './UserMailNote.tsx'
import { useDeparture } from './useDeparture.tsx'
import { initialValues, roleChoices, type UserValues } from './user-form.ts'
import { changedWords, saveFailure } from './user-words.ts'

const RecentTransfers = later(
  async () => (await import('../../../device/RecentTransfers.tsx')).RecentTransfers,
)

/** The number of the user that is changed, or what is made. */
export type UserSubject = number | 'new' | 'administrator'

interface UserDialogProps {
  readonly actor: SessionUser
  readonly subject: UserSubject
  /** A mail of the save lies in a file: the caller shows its link. */
  readonly onUnsent: (mail: Mailed) => void
  readonly onClose: () => void
}

/** What a save answers; only a change answers the last two. */
interface Saved {
  readonly mail: Mailed | null
  readonly departed?: { readonly uid: string; readonly moved: number } | null
  readonly email_waits?: boolean
}

const TITLES = { new: 'Criar Usuário', administrator: 'Criar Administrador' } as const

export function UserDialog({ actor, subject, onUnsent, onClose }: UserDialogProps) {
  const catalogues = useCatalogues(actor.id)
  const teams = useLiveQuery(async () => catalogue(openMirror(actor.id), 'technical_team'), [actor.id])
  const [loaded, setLoaded] = useUser(subject)
  const { ask, question } = useDeparture(actor.id)
  const [undone, setUndone] = useState(0)
  if (loaded.kind === 'failed')
    return (
      <AlertDialog opened title="Não foi possível abrir o usuário" onClose={onClose}>
        {loaded.message}
      </AlertDialog>
    )
  if (catalogues === undefined || teams === undefined || loaded.kind === 'loading') return null
  const { user } = loaded
  const createsAdmin = subject === 'administrator'

  const validate = ({ role, ...rest }: UserValues) => {
    const schema = user === null ? newUserBodySchema : userBodySchema
    return problemsOf(schema, role === 0 ? rest : { ...rest, role })
  }
  const save = async (body: UserValues): Promise<SaveOutcome<UserValues>> => {
    const departure = user === null ? { kind: 'none' as const } : await ask(user, body)
    if (departure.kind === 'unanswered') return { kind: 'refused', message: departure.message }
    if (departure.kind === 'refused') return saveFailure(departure)
    const result =
      user === null
        ? await online((token) => call(createUserRoute, { token, body }))
        : await online((token) =>
            call(updateManagedUserRoute, {
              token,
              params: { id: user.id },
              body: {
                ...body,
                revision: user.revision,
                ...(departure.kind === 'chosen' ? { departure: departure.departure } : {}),
              },
            }),
          )
    if (user !== null && result.kind === 'refused' && result.body.code === 'conflict') {
      const present = await readUser(user.id)
      if (present.kind !== 'ok') return saveFailure(refusal(present, 'salvar o usuário'))
      setLoaded({ kind: 'ok', user: present.value })
      return {
        kind: 'changed',
        message: changedWords(user, present.value, catalogues),
        present: initialValues(present.value, null),
      }
    }
    if (result.kind !== 'ok') return saveFailure(refusal(result, 'salvar o usuário'), result)
    nudgeSync()
    const { mail, departed = null, email_waits = false }: Saved = result.value
    if (departed !== null)
      notify.success(departedWords(body.name, departed.moved), {
        label: 'Desfazer',
        run: () => void undoTransfer(departed.uid),
      })
    else notify.saved(user === null ? 'Usuário criado com sucesso' : 'Usuário atualizado com sucesso')
    if (mail?.way === 'file') onUnsent(mail)
    else if (email_waits && mail !== null)
      notify.success('O novo e-mail vale depois que o usuário confirmar o link que enviamos a ele.')
    return { kind: 'saved' }
  }
  return (
    <>
      <FormDialog<UserValues>
        key={undone}
        title={typeof subject === 'number' ? `Editar ${user?.name ?? 'usuário'}` : TITLES[subject]}
        size="lg"
        initial={initialValues(user, createsAdmin ? 1 : null)}
        validate={validate}
        onSave={save}
        onClose={onClose}
      >
        {(form) => (
          <>
            {user === null ? null : (
              <RecentTransfers
                leaverId={user.id}
                asked={0}
                onUndone={() => {
                  // The form's values are those of before.
                  void readUser(user.id).then((present) => {
                    if (present.kind !== 'ok') return
                    setLoaded({ kind: 'ok', user: present.value })
                    setUndone(undone + 1)
                  })
                }}
              />
            )}
            <UserFields
              form={form}
              catalogues={catalogues}
              teams={teams}
              roles={roleChoices(actor, user)}
              user={user}
              createsAdmin={createsAdmin}
            />
            {user === null ? null : (
              <UserMailNote
                user={{ id: user.id, name: user.name, active: user.status === 1 }}
                unverified={user.verify?.verified === false}
                emailWaits={user.waiting_email !== null}
              />
            )}
          </>
        )}
      </FormDialog>
      {question}
    </>
  )
}

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ok'; readonly user: OpenUser | null }

const readUser = (id: number) => online((token) => call(managedUserRoute, { token, params: { id } }))

/** The user's whole record: devices mirror a part of it. */
function useUser(subject: UserSubject): readonly [Loaded, (loaded: Loaded) => void] {
  const [loaded, setLoaded] = useState<Loaded>(() =>
    typeof subject === 'number' ? { kind: 'loading' } : { kind: 'ok', user: null },
  )
  useEffect(() => {
    if (typeof subject !== 'number') return
    let gone = false
    void readUser(subject).then((result) => {
      if (gone) return
      const message = failureWords(result, 'editar o usuário')
      setLoaded(
        result.kind === 'ok'
          ? { kind: 'ok', user: result.value }
          : { kind: 'failed', message: message ?? '' },
      )
    })
    return () => {
      gone = true
    }
  }, [subject])
  return [loaded, setLoaded]
}
