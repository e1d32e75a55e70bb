/** Meanings of the fields of second factors and passkeys. */
import { counts, happens, type Meanings, says } from '../../../records/meaning.ts'

const BYTES = 'q83vEjRWeJCrze8SNFZ4kA'
const RECOVERY = 'ABCDEFGHIJKLMNOP'
const secret = (text: string) => says(text, 'Jm9wYWNpZmlj-1kZW50aWRhZGU_c2VndXJhLTEyMzQ1')
const keyText = (text: string) =>
  says(`${text}: 32 bytes em base64url.`, '3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs')
const pairText = (text: string) =>
  says(`${text}: 64 bytes em base64url.`, 'q83vEjRWeJCr'.repeat(8).slice(0, 86))
const webauthn = (text: string) => says(`${text}, em base64url, como o navegador responde.`, BYTES)

export const MUST_PROTECT = says(
  'O usuário trabalha em tablet compartilhado: o aparelho precisa ser protegido.',
)

export const FACTORS_EVERYWHERE: Meanings = {
  server_half: keyText('A metade da chave do aparelho que o servidor guarda'),
  sealing_key: keyText('A chave X25519 do servidor, para envios fechados. null: este servidor não os abre'),
  idle_minutes: counts('Minutos sem uso depois dos quais o aparelho se bloqueia.', 10),
  has_pin: says('O aparelho abre também com PIN, com rede.'),
  device_secret: keyText('O segredo com que o aparelho bloqueado prova qual ele é'),
  pin_proof: keyText('A prova do PIN: HMAC-SHA-256(Argon2id(PIN, sal), ‘pin’). null desliga'),
  recovery_codes: says('Códigos de recuperação, mostrados só aqui. null: os anteriores continuam.'),
  passkey: says('A resposta do navegador, como `PublicKeyCredential.toJSON()` a escreve.'),
  challenge: webauthn('O desafio'),
  rpId: says('O nome do site da chave.', 'crm.exemplo.com.br'),
  timeout: says('Milissegundos até o desafio vencer.', 300_000),
  allowCredentials: says('Chaves que servem. Vazio: qualquer uma do aparelho.'),
  'allowCredentials.id': webauthn('Identificação da chave'),
  'allowCredentials.type': says('Sempre public-key.'),
  userVerification: says('Sempre required: o aparelho confere quem o usa.'),
  'passkey.id': webauthn('Identificação da chave'),
  'passkey.type': says('Sempre public-key.'),
  rawId: webauthn('A mesma identificação'),
  'passkey.response': says('O que a chave assinou.'),
  clientDataJSON: webauthn('O que o navegador sabe do pedido'),
  authenticatorData: webauthn('O que a chave diz de si'),
  signature: webauthn('A assinatura'),
  userHandle: webauthn('De quem é a chave'),
}

/** What only these calls have: by the path that theirs begin with. */
export const FACTORS_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/hand-over': {
    authority: pairText('A chave P-256 do servidor, com que se confere um certificado'),
    certificate: says(
      'O certificado do aparelho, em JSON: de quem é, até quando vale e a chave pública dele.',
      '{"user_id":2,"name":"Ana Martins"}',
    ),
    certified: pairText('A assinatura do servidor sobre os caracteres do certificado'),
    ring: says('As chaves dos códigos, uma por semana.'),
    period: says('O número da semana da chave.', 2969),
    'ring.seal': pairText('A chave P-256 da semana, para a qual os códigos são fechados'),
    'ring.open': keyText('A chave privada dela, que abre os códigos. null: o perfil não recebe leads na mão'),
  },
  '/login': {
    token: says('O token da sessão.', 'f4rolT0kenDeExemplo'),
    protection: says(
      'A proteção deste aparelho. null: a entrada não disse o aparelho, ou ainda não terminou.',
    ),
    'protection.required': MUST_PROTECT,
    'protection.server_half': keyText('A metade da chave que o servidor guarda. null: não há'),
    second_step: says('O que vem antes do token. null: nada.'),
    longer_password: says(
      'A senha é curta para este aparelho: o token só serve para criar uma mais longa, por `POST /update-user`.',
    ),
    protects: says('Esta entrada protege o aparelho: uma senha curta demais é trocada antes.'),
    'second_step.step': secret('O que `POST /login/second-step` recebe. Vale dez minutos'),
    ways: says('Como confirmar, o modo usual primeiro.'),
    set_up: says('O segundo fator que falta configurar. null: nenhum.'),
    until: happens('Até quando se entra sem ele'),
    is_due: says('O prazo acabou: o token só serve para configurar um segundo fator.'),
    remembered: says('Segredos de ‘Lembrar este aparelho’.'),
    'data.remembered': secret('O segredo que o aparelho guarda e envia nas próximas entradas. null: nenhum'),
    remember: says('Não perguntar de novo neste aparelho por 30 dias.'),
    recovery_code: says('Um código de recuperação.', RECOVERY),
    recovery_codes_left: counts('Códigos de recuperação que restam. null: não foi usado um.', 9),
  },
  '/passkeys': {
    rp: says('O site da chave.'),
    'rp.id': says('O nome do site.', 'crm.exemplo.com.br'),
    'rp.name': says('A corretora.', 'Corretora Horizonte'),
    displayName: says('Nome do usuário.', 'Bruna Lima'),
    pubKeyCredParams: says('Os algoritmos aceitos.'),
    alg: says('Número do algoritmo (COSE).', -7),
    'pubKeyCredParams.type': says('Sempre public-key.'),
    excludeCredentials: says('Chaves que o usuário já tem.'),
    'excludeCredentials.id': webauthn('Identificação da chave'),
    'excludeCredentials.type': says('Sempre public-key.'),
    authenticatorSelection: says('O que a chave precisa ter.'),
    residentKey: says('Sempre required: a chave entra sem o login.'),
    requireResidentKey: says('Sempre true.'),
    attestation: says('Sempre none: a marca do aparelho não é pedida.'),
    attestationObject: webauthn('A chave pública'),
  },
  '/second-factor': {
    code_app_since: happens('Quando o aplicativo de códigos foi ligado. null: está desligado'),
    remembered_devices: counts('Aparelhos em que o segundo fator não é perguntado.', 1),
    required: says('A corretora exige um segundo fator deste usuário.'),
    secret: says('A chave do aplicativo, para digitar.', 'JBSWY3DPEHPK3PXP'),
    uri: says(
      'O endereço que o aplicativo lê da imagem.',
      'otpauth://totp/Farol:bruna?secret=JBSWY3DPEHPK3PXP',
    ),
    passkeys: says('As chaves de acesso do usuário.'),
    passkey_obstacle: says(
      'Por que neste endereço nenhuma chave de acesso funciona. null: funcionam.',
      'Chaves de acesso só funcionam quando o endereço do Farol começa com https.',
    ),
  },
}
