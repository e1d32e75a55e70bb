/** /redefine: whom to ask for a new password. There is no reset by e-mail yet. */
import { Button, List } from '@mantine/core'
import { EntranceFrame } from './LoginScreen.tsx'

export function ForgottenPasswordScreen() {
  return (
    <EntranceFrame
      title="Esqueci minha senha"
      reason="Quem cria uma nova senha para você é um administrador."
    >
      <List type="ordered" spacing="sm" mb="lg">
        <List.Item>Fale com um administrador ou gerente da sua corretora e informe o seu login.</List.Item>
        <List.Item>Peça uma nova senha e entre com ela aqui, com conexão.</List.Item>
        <List.Item>
          O que você fez sem conexão neste aparelho continua guardado e é enviado depois que você entrar.
        </List.Item>
      </List>
      <Button component="a" href="/login" variant="default" size="md" fullWidth>
        Voltar para a entrada
      </Button>
    </EntranceFrame>
  )
}
