/** The keys of a dealership's system: made, renewed and ended. A key is shown once. docs/rules.md#keys-of-dealerships */
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'
import type { PartnerKey } from '../../../contract/administration/partner-keys.ts'
import { ConfirmDialog, SubjectQuestion } from '../../../ui/ConfirmDialog.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { useScreenQuery } from '../../../ui/useScreenQuery.ts'
import { KeyLine } from './KeyLine.tsx'
import { NewKey } from './NewKey.tsx'
import { type ShownKey, usePartnerKeys } from './usePartnerKeys.ts'

interface MadeKeyNoticeProps {
  readonly made: ShownKey
  readonly onCopied: () => void
}

/** A key that was just made, with the button that copies it. docs/rules.md#keys-of-dealerships */
function MadeKeyNotice({ made, onCopied }: MadeKeyNoticeProps) {
  const copy = async () => {
    if (await copyText(made.key, 'key')) onCopied()
  }
  return (
    <Alert color="green" role="status" title={`Chave ${made.name}`}>
      <Stack gap="xs">
        <Text size="sm">Copie agora: ela não é mostrada de novo.</Text>
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {made.key}
        </Text>
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          leftSection={made.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {made.copied ? 'Copiada' : 'Copiar chave'}
        </Button>
      </Stack>
    </Alert>
  )
}

interface PartnerKeysDialogProps {
  readonly partner: { readonly id: number; readonly name: string }
  readonly opened: boolean
  readonly onClose: () => void
}

/** Why the dialog does not close at once: a call runs, a question is open, or a key that is not copied yet is shown. */
type Hold = 'busy' | 'question' | 'key' | null

const NARROW = '(max-width: 43.75em)'

export function PartnerKeysDialog({ partner, opened, onClose }: PartnerKeysDialogProps) {
  const narrow = useScreenQuery(NARROW)
  const [hold, setHold] = useState<Hold>(null)
  const [leaving, setLeaving] = useState(false)
  const close = () => {
    if (hold === 'key') setLeaving(true)
    else if (hold === null) onClose()
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title={`Chaves de ${partner.name}`}
        size="lg"
        fullScreen={narrow}
      >
        <PartnerKeys partner={partner} onHold={setHold} />
      </Dialog>
      {leaving ? (
        <ConfirmDialog
          opened
          danger
          title="Fechar sem copiar a chave?"
          confirm="Fechar sem copiar"
          onConfirm={() => {
            setLeaving(false)
            onClose()
          }}
          onClose={() => setLeaving(false)}
        >
          Ela não é mostrada de novo.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface PartnerKeysProps extends Pick<PartnerKeysDialogProps, 'partner'> {
  readonly onHold: (hold: Hold) => void
}

function PartnerKeys({ partner, onHold }: PartnerKeysProps) {
  const { keys, problem, made, busy, reload, markCopied, create, renew, end } = usePartnerKeys(partner.id)
  const renewing = useDialog<PartnerKey>()
  const ending = useDialog<PartnerKey>()
  const asks = renewing.opened || ending.opened
  const hold = busy ? 'busy' : asks ? 'question' : made.some(({ copied }) => !copied) ? 'key' : null
  // Before the next key press: a passive effect may come a frame after it.
  useLayoutEffect(() => {
    onHold(hold)
    return () => onHold(null)
  }, [hold, onHold])

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Com uma chave, o sistema da concessionária entrega propostas ao Farol. Cada chave vale só para esta
        concessionária, enquanto ela está ativa.
      </Text>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          <Stack gap="xs" align="flex-start">
            {problem}
            <Button size="xs" variant="default" onClick={() => void reload()}>
              Ler a lista de novo
            </Button>
          </Stack>
        </Alert>
      )}
      {made.map((key) => (
        <MadeKeyNotice key={key.id} made={key} onCopied={() => markCopied(key.id)} />
      ))}
      <NewKey busy={busy} onCreate={create} />
      {keys === null ? (
        problem === null ? (
          <Loader size="sm" role="status" aria-label="Carregando as chaves" />
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
      <SubjectQuestion
        dialog={renewing}
        onConfirm={(row) => void renew(row).then(renewing.close)}
        danger
        title={`Renovar a chave ${renewing.subject?.name ?? ''}?`}
        confirm="Renovar chave"
        busy={busy}
      >
        A chave atual deixa de valer na hora. O sistema da concessionária só volta a entregar propostas com a
        nova.
      </SubjectQuestion>
      <SubjectQuestion
        dialog={ending}
        onConfirm={(row) => void end(row).then(ending.close)}
        danger
        title={`Encerrar a chave ${ending.subject?.name ?? ''}?`}
        confirm="Encerrar chave"
        busy={busy}
      >
        O sistema da concessionária não entrega mais propostas com ela. Esta ação não pode ser desfeita.
      </SubjectQuestion>
    </Stack>
  )
}
