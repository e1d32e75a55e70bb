/** 'Avisos neste aparelho': notices with the app closed, or why this browser shows none. docs/rules.md#push */
import { Alert, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { isIos } from '../../../device/is-ios.ts'
import type { PushState } from '../../../device/push.ts'
import type { Push } from './usePush.ts'

const OLD_BROWSER =
  'Este navegador não recebe avisos com o Farol fechado. Use uma versão atual do Chrome, Edge, Firefox ou Safari.'
const IOS = 'No iPhone e no iPad, instale o Farol na tela de início, abra-o por ela e ligue os avisos aqui.'

const WORDS: Readonly<Record<PushState, string>> = {
  on: 'Ligados, também com o Farol fechado. O aviso mostra o número do lead, nunca um nome.',
  off: 'Também com o Farol fechado. O aviso mostra o número do lead, nunca um nome. O navegador pedirá a sua permissão.',
  blocked:
    'O navegador bloqueia os avisos do Farol. Abra as permissões do site (o ícone ao lado do endereço), permita as notificações e volte aqui.',
  insecure: 'Este endereço não usa https, e sem ele o navegador não recebe avisos. Fale com o administrador.',
  unsupported: OLD_BROWSER,
}

const wordsOf = (state: PushState) => (state === 'unsupported' && isIos() ? IOS : WORDS[state])

export function PushSwitch({ push: { state, busy, problem, set } }: { readonly push: Push }) {
  const isUsable = state === 'on' || state === 'off'
  return (
    <Stack gap="xs">
      <Switch
        label="Avisos neste aparelho"
        description={state === undefined ? ' ' : wordsOf(state)}
        checked={state === 'on'}
        disabled={!isUsable || busy}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}
