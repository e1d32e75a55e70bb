/** /register without an invitation: how to get one. */
import { Button, List } from '@mantine/core'
import { EntranceFrame } from '../EntranceFrame.tsx'

export function NoInvitationScreen() {
  return (
    <EntranceFrame title="Criar acesso" reason="O acesso ao Farol é por convite.">
      <List type="ordered" spacing="sm" mb="lg">
        <List.Item>Peça o convite a um administrador ou gerente da sua corretora.</List.Item>
        <List.Item>Abra o link que você recebe e crie a sua senha.</List.Item>
        <List.Item>O link vale por 7 dias. Se expirar, peça que enviem outro.</List.Item>
      </List>
      <Button component="a" href="/login" variant="default" size="md" fullWidth>
        Voltar
      </Button>
    </EntranceFrame>
  )
}
