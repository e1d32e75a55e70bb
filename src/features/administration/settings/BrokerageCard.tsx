/** The brokerage's name and logo, which sign mails and the page of an inviter's link. docs/rules.md#brokerage */
import { Alert, Button, FileButton, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { LOGO_PROBLEM, removeLogoRoute, saveLogoRoute } from '../../../contract/administration/settings.ts'
import { failureWords, online } from '../../../device/online.ts'
import { brokerageOf, LOGO_LIMIT, pictureType } from '../../../domain/settings/brokerage.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { FormCard } from '../../../ui/FormCard.tsx'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import { useSavePart } from './save-parts.ts'
import { useSettingForm } from './useSettingForm.ts'

const KEY = 'brokerage_name'

interface BrokerageCardProps {
  readonly settings: Settings
  readonly isPart?: boolean
}

export function BrokerageCard({ settings, isPart }: BrokerageCardProps) {
  const form = useSettingForm(
    { [KEY]: settings.brokerage_name },
    { same: (one, other) => one.trim() === other.trim(), plain: (name) => name.trim() },
  )
  const card = useSavePart({ ...form, title: 'Corretora' })
  return (
    <FormCard {...card} isPart={isPart}>
      <Text size="sm" c="dimmed">
        Aparecem na entrada, no menu, nos e-mails, nas planilhas dos relatórios, no que se imprime e na página
        que os amigos de quem indica abrem.
      </Text>
      <TextInput
        label="Nome da corretora"
        value={form.values[KEY] ?? ''}
        onChange={(event) => form.change(KEY, event.currentTarget.value)}
        error={form.errors[KEY]}
      />
      <LogoField path={brokerageOf(settings).logo} />
    </FormCard>
  )
}

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const loadPictureRule = () => import('../../../domain/settings/whole-picture.ts')

/** Saved at once: a picture is chosen, not typed. */
function LogoField({ path }: { readonly path: string | null }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (act: () => ReturnType<typeof online>, done: string) => {
    setBusy(true)
    const result = await act()
    setBusy(false)
    setProblem(failureWords(result, 'salvar o logotipo', 'a mudança foi salva'))
    if (result.kind !== 'ok') return
    nudgeSync()
    notify.saved(done)
  }
  const save = async (file: File | null) => {
    if (file === null) return
    if (file.size > LOGO_LIMIT) return setProblem(LOGO_PROBLEM)
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (pictureType(bytes) === null) return setProblem(LOGO_PROBLEM)
    // The server judges it the same way: without the code it is sent.
    const rule = await loadPictureRule().catch(() => null)
    if (rule !== null && !rule.isWholePicture(bytes)) return setProblem(rule.CUT_PICTURE)
    const image = base64Of(bytes)
    await run(() => online((token) => call(saveLogoRoute, { token, body: { image } })), 'Logotipo salvo')
  }
  const remove = () => run(() => online((token) => call(removeLogoRoute, { token })), 'Logotipo removido')
  return (
    <Stack gap="xs" role="group" aria-label="Logotipo">
      <Text size="sm" fw={640}>
        Logotipo
      </Text>
      {path === null ? null : (
        <Image
          src={path}
          alt="Logotipo da corretora"
          h={56}
          w="auto"
          maw={240}
          // Neither the column nor the library's sheet keeps its proportions.
          style={{ objectFit: 'contain', alignSelf: 'flex-start' }}
          bg="white"
          p={4}
        />
      )}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg" onChange={(file) => void save(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={busy}>
              {path === null ? 'Escolher imagem' : 'Trocar imagem'}
            </Button>
          )}
        </FileButton>
        {path === null ? null : (
          <Button size="xs" variant="subtle" color="red" disabled={busy} onClick={() => void remove()}>
            Remover logotipo
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        PNG ou JPEG de até 300 kB. Também é a imagem do link no WhatsApp.
      </Text>
      {problem === null ? null : (
        <Alert color="red" role="alert" p="xs">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}
