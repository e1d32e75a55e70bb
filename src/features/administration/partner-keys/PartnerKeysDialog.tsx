/** The keys of a dealership's system: made, renewed and ended. A key is shown once. docs/rules.md#keys-of-dealerships */
import { Alert, Button, CopyButton, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/http.ts'
import {
  endPartnerKeyRoute,
  keyBodySchema,
  type MadeKey,
  newPartnerKeyRoute,
  type PartnerKey,
  partnerKeysRoute,
  renewPartnerKeyRoute,
} from '../../../contract/administration/partner-keys.ts'
import { failureWords, online } from '../../../device/online.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { notify } from '../../../ui/notify.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { KeyLine } from './KeyLine.tsx'

interface PartnerKeysDialogProps {
  readonly partner: { readonly id: number; readonly name: string }
  readonly opened: boolean
  readonly onClose: () => void
}

const NARROW = '(max-width: 43.75em)'

export function PartnerKeysDialog({ partner, opened, onClose }: PartnerKeysDialogProps) {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Chaves de ${partner.name}`}
      size="lg"
      fullScreen={narrow}
    >
      <PartnerKeys partner={partner} />
    </Modal>
  )
}

function PartnerKeys({ partner }: Pick<PartnerKeysDialogProps, 'partner'>) {
  const [keys, setKeys] = useState<readonly PartnerKey[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [made, setMade] = useState<MadeKey | null>(null)
  const [busy, setBusy] = useState(false)
  const renewing = useDialog<PartnerKey>()
  const ending = useDialog<PartnerKey>()
  const { id } = partner
  useEffect(() => {
    let gone = false
    void online((token) => call(partnerKeysRoute, { token, params: { id } })).then((result) => {
      if (gone) return
      if (result.kind === 'ok') setKeys(result.value)
      else setProblem(failureWords(result, 'ver as chaves'))
    })
    return () => {
      gone = true
    }
  }, [id])

  /** Returns what the server answered; a refusal stands in the dialog. */
  async function change<Value>(
    what: string,
    ask: (token: string) => Promise<CallResult<Value>>,
  ): Promise<Value | null> {
    setBusy(true)
    const result = await online(ask)
    setBusy(false)
    setProblem(failureWords(result, what))
    return result.kind === 'ok' ? result.value : null
  }
  const show = (key: MadeKey) => {
    setMade(key)
    setKeys((before) => [{ ...key, revoked_at: null }, ...(before ?? [])])
  }
  const markEnded = (key: PartnerKey) =>
    setKeys(
      (before) =>
        before?.map((one) => (one.id === key.id ? { ...one, revoked_at: new Date().toISOString() } : one)) ??
        null,
    )
  const create = async (name: string) => {
    const key = await change('criar a chave', (token) =>
      call(newPartnerKeyRoute, { token, params: { id }, body: { name } }),
    )
    if (key !== null) show(key)
    return key !== null
  }
  const renew = async (key: PartnerKey) => {
    const renewed = await change('renovar a chave', (token) =>
      call(renewPartnerKeyRoute, { token, params: { id: key.id } }),
    )
    renewing.close()
    if (renewed === null) return
    markEnded(key)
    show(renewed)
  }
  const end = async (key: PartnerKey) => {
    const ended = await change('encerrar a chave', (token) =>
      call(endPartnerKeyRoute, { token, params: { id: key.id } }),
    )
    ending.close()
    if (ended === null) return
    markEnded(key)
    if (made?.id === key.id) setMade(null)
    notify.saved('Chave encerrada')
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Com uma chave, o sistema da concessionária entrega propostas ao Farol. Cada chave vale só para esta
        concessionária.
      </Text>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {made === null ? null : <MadeKeyNotice made={made} />}
      <NewKey busy={busy} onCreate={create} />
      {keys === null ? (
        problem === null ? (
          <Loader size="sm" aria-label="Carregando as chaves" />
        ) : null
      ) : keys.length === 0 ? (
        <Text size="sm">Nenhuma chave ainda.</Text>
      ) : (
        <Stack component="ul" gap="xs" m={0} p={0} aria-label="Chaves">
          {keys.map((key) => (
            <KeyLine
              key={key.id}
              row={key}
              onRenew={() => renewing.open(key)}
              onEnd={() => ending.open(key)}
            />
          ))}
        </Stack>
      )}
      <ConfirmDialog
        opened={renewing.opened}
        danger
        title={`Renovar a chave ${renewing.subject?.name ?? ''}?`}
        confirm="Renovar chave"
        busy={busy}
        onConfirm={() => {
          if (renewing.subject !== null) void renew(renewing.subject)
        }}
        onClose={renewing.close}
      >
        A chave atual deixa de valer na hora. O sistema da concessionária só volta a entregar propostas com a
        nova.
      </ConfirmDialog>
      <ConfirmDialog
        opened={ending.opened}
        danger
        title={`Encerrar a chave ${ending.subject?.name ?? ''}?`}
        confirm="Encerrar chave"
        busy={busy}
        onConfirm={() => {
          if (ending.subject !== null) void end(ending.subject)
        }}
        onClose={ending.close}
      >
        O sistema da concessionária não entrega mais propostas com ela. Esta ação não pode ser desfeita.
      </ConfirmDialog>
    </Stack>
  )
}

interface NewKeyProps {
  readonly busy: boolean
  /** Whether the key was made; otherwise the name stays. */
  readonly onCreate: (name: string) => Promise<boolean>
}

function NewKey({ busy, onCreate }: NewKeyProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async () => {
    const problems = problemsOf(keyBodySchema, { name })
    setProblem(problems.name ?? null)
    if (problems.name === undefined && (await onCreate(name))) setName('')
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label="Nome da nova chave"
          placeholder="Sistema da loja de Contagem"
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" mt={25} loading={busy}>
          Criar chave
        </Button>
      </Group>
    </form>
  )
}

function MadeKeyNotice({ made }: { readonly made: MadeKey }) {
  return (
    <Alert color="green" role="status" title={`Chave ${made.name}`}>
      <Stack gap="xs">
        <Text size="sm">Copie agora: ela não é mostrada de novo.</Text>
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {made.key}
        </Text>
        <CopyButton value={made.key}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              w="fit-content"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? 'Copiada' : 'Copiar chave'}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  )
}
