/**
 * 'Propostas': proposals that are no leads yet, listed on opening. A chosen row fills the form and closes the dialog.
 * 'Importar' fetches one by number and dealership. It needs the network and shows a failure. docs/rules.md#proposals
 */
import { Alert, Button, Checkbox, Group, Select, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconCloudOff, IconDownload, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listProposals, searchProposal, setProposalBypass } from '../../../api/proposals.ts'
import {
  PROPOSAL_NUMBER_MISSING,
  PROPOSAL_PARTNER_MISSING,
  type Proposal,
} from '../../../contract/proposals.ts'
import { failureWords, online } from '../../../device/online.ts'
import { fieldLabel, labelOf } from '../../../domain/lead/field-words.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { roleOf } from '../../../domain/session/role.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.ts'
import type { LeadFormApi } from '../form/form-api.ts'
import { proposalPart } from './proposal-part.ts'

const ProposalTable = lazy(() => import('./ProposalTable.tsx'))

interface ProposalsDialogProps {
  readonly form: Pick<LeadFormApi, 'catalogues' | 'user' | 'values' | 'fillIn'>
  readonly opened: boolean
  readonly onClose: () => void
}

const WHAT = 'a lista de propostas'
/** Height of a few rows: the dialog hardly grows when its list arrives. */
const LIST_HEIGHT = 200
const IMPORTED = 'Lead importado com sucesso!'

const searching = <Skeleton height={LIST_HEIGHT} role="status" aria-label="Buscando propostas" />

export function ProposalsDialog({ form, opened, onClose }: ProposalsDialogProps) {
  const [deciding, setDeciding] = useState<Proposal | null>(null)
  return (
    <Dialog opened={opened} onClose={onClose} title="Propostas" size={980}>
      <Proposals form={form} onClose={onClose} deciding={deciding} onDecide={setDeciding} />
    </Dialog>
  )
}

interface ProposalsProps extends Omit<ProposalsDialogProps, 'opened'> {
  /** The proposal whose duplicate permission is being asked. */
  readonly deciding: Proposal | null
  readonly onDecide: (proposal: Proposal | null) => void
}

function Proposals({ form, onClose, deciding, onDecide }: ProposalsProps) {
  const { catalogues, user, values } = form
  const [proposal, setProposal] = useState('')
  const [partnerId, setPartnerId] = useState<number | null>(values.lead.partner_id)
  const [withImported, setWithImported] = useState(false)
  const [found, setFound] = useState<readonly Proposal[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<'search' | 'import' | null>('search')
  const administers = may('proposal.bypass', roleOf(user))
  const inviter = values.lead.inviter_id === null ? undefined : catalogues.users.get(values.lead.inviter_id)
  const login = inviter?.login ?? user.login

  const load = (chosen: Proposal, message: string) => {
    const kept = form.fillIn(proposalPart(chosen, catalogues))
    notify.success(message)
    if (kept.length > 0)
      notify.warning(`A proposta traz outro valor em ${kept.map(fieldLabel).join(', ')}: ficou o desta tela.`)
    onClose()
  }
  const latest = useRef(0)
  const ended = (what: typeof busy) => setBusy((now) => (now === what ? null : now))
  const list = (all: boolean) => {
    latest.current += 1
    const mine = latest.current
    const asked = online((token) =>
      listProposals(token, { inviter_login: login, proposal: proposal.trim(), bypass_allowed: all }),
    )
    return asked.then((answer) => {
      // Only the last request updates the list.
      if (mine !== latest.current) return
      ended('search')
      setFailure(failureWords(answer, WHAT))
      if (answer.kind === 'ok') setFound(answer.value)
    })
  }
  const search = (all: boolean) => {
    setBusy('search')
    return list(all)
  }
  const listAll = useEffectEvent(() => void list(false))
  useEffect(() => listAll(), [])
  const importOne = async () => {
    const number = proposal.trim()
    if (number === '') return notify.warning(PROPOSAL_NUMBER_MISSING)
    if (partnerId === null) return notify.warning(PROPOSAL_PARTNER_MISSING)
    setBusy('import')
    const answer = await online((token) =>
      searchProposal(token, { userLogin: login, proposal: number, partnerId }),
    )
    ended('import')
    if (answer.kind === 'ok') load(answer.value.proposal, answer.value.message ?? IMPORTED)
    else notify.error(failureWords(answer, WHAT) ?? '')
  }
  const allowDoubling = async ({ id }: Proposal) => {
    onDecide(null)
    const answer = await online((token) => setProposalBypass(token, id, true))
    if (answer.kind !== 'ok') return notify.error(failureWords(answer, WHAT) ?? '')
    const { message, proposal: fresh } = answer.value
    setFound((before) => before?.map((row) => (row.id === id ? fresh : row)) ?? null)
    notify.saved(message)
  }

  return (
    <Stack gap="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void search(withImported)
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Número da proposta"
            flex="1 1 180px"
            autoComplete="off"
            maxLength={60}
            value={proposal}
            onChange={(event) => setProposal(event.currentTarget.value)}
            data-autofocus
          />
          <Select
            label={labelOf('partner_id')}
            flex="1 1 220px"
            searchable
            clearable
            data={[...catalogues.partners].map(([id, name]) => ({ value: String(id), label: name }))}
            value={partnerId === null ? null : String(partnerId)}
            onChange={(chosen) => setPartnerId(chosen === null ? null : Number(chosen))}
          />
          <Button
            type="submit"
            variant="default"
            loading={busy === 'search'}
            leftSection={<IconSearch size={16} aria-hidden />}
          >
            Buscar
          </Button>
          <Button
            loading={busy === 'import'}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void importOne()}
          >
            Importar
          </Button>
        </Group>
        {administers ? (
          <Checkbox
            mt="sm"
            label="Exibir permissão de duplicidades"
            checked={withImported}
            onChange={(event) => {
              const { checked } = event.currentTarget
              setWithImported(checked)
              void search(checked)
            }}
          />
        ) : null}
      </form>
      {failure === null ? null : (
        <Alert color="amber" icon={<IconCloudOff />}>
          {failure}
        </Alert>
      )}
      {found === null && failure === null ? searching : null}
      {found === null ? null : (
        <Suspense fallback={searching}>
          <ProposalTable
            proposals={found}
            showsBypass={administers && withImported}
            onChoose={(chosen) => load(chosen, IMPORTED)}
            onBypass={onDecide}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={deciding !== null}
        title="Permitir duplicidade"
        confirm="Permitir duplicidade"
        danger
        onConfirm={() => {
          if (deciding !== null) void allowDoubling(deciding)
        }}
        onClose={() => onDecide(null)}
      >
        A proposta {deciding?.proposal} poderá virar mais um lead. Esta decisão é definitiva: depois ninguém a
        desfaz.
      </ConfirmDialog>
    </Stack>
  )
}
