/**
 * Made-up notes as brokers type them. What must not leave is between « and », with the kind of its mark after the bar;
 * everything else must stay. The numbers are invented; documents and cards have right check digits where it matters.
 */
export const NOTES = `
CPF «529.982.247-25|DOCUMENTO» confirmado com a cliente
cpf: «52998224725|DOCUMENTO»
CPF «529 982 247-25|DOCUMENTO», ela confirmou
cpf «529.982.24725|DOCUMENTO» ok
documento «529982247-25|DOCUMENTO»
c.p.f. «111 444 777 35|DOCUMENTO»
CPF do marido: «123.456.789-09|DOCUMENTO»
o cpf dela é «123 456 789-09|DOCUMENTO»
passou «123.456.78909|DOCUMENTO» por telefone
«12345678909|DOCUMENTO» é o número que ele mandou
CPF nº «987.654.321-00|DOCUMENTO»
CNPJ «11.222.333/0001-81|DOCUMENTO»
cnpj «11222333000181|DOCUMENTO» da oficina
CNPJ «11 222 333/0001-81|DOCUMENTO»
cnpj: «11.222.333/000181|DOCUMENTO»
CNPJ novo «12ABC34501DE35|DOCUMENTO»
CNPJ «12.ABC.345/01DE-35|DOCUMENTO» no cadastro novo
RG «12.345.678-9|DOCUMENTO»
RG: «12345678-9|DOCUMENTO»
rg «MG-12.345.678|DOCUMENTO»
RG «MG 12345678|DOCUMENTO»
identidade «MG-12.345.678|DOCUMENTO» vencida
tem a «MG-14.567.890|DOCUMENTO» e vai mandar foto
«SP-45.678.901-X|DOCUMENTO» no documento
RG nº «45.678.901-X|DOCUMENTO»
«12.345.678-9|DOCUMENTO» foi o que ele leu
CNH «04567891230|DOCUMENTO» categoria B
cnh nº «0456789123|DOCUMENTO»
habilitação «01234567890|DOCUMENTO» vence em 12/2027
PIS «120.45678.90-1|DOCUMENTO»
passaporte «FX 123456|DOCUMENTO»
título de eleitor «0123 4567 8901|DOCUMENTO»
CRM «MG 45678|DOCUMENTO», é médica
OAB «MG 123.456|DOCUMENTO»
tel «(31) 98765-4321|TELEFONE»
tel. «31 98765 4321|TELEFONE»
tel «11 9 8765 4321|TELEFONE»
celular «31 9 8765-4321|TELEFONE»
cel «31987654321|TELEFONE»
fone: «3198765-4321|TELEFONE»
zap «98765 1234|TELEFONE»
«98765 1234|TELEFONE» é o zap dela
whatsapp «9 8765 1234|TELEFONE» da filha
«9 8765-1234|TELEFONE» depois das 18h
ligar «3222-1234|TELEFONE» no trabalho
recado no «3222-1234|TELEFONE»
recado: «(31)3222-1234|TELEFONE»
«+55 31 98765-4321|TELEFONE» é de fora
«+55 (31) 98765-4321|TELEFONE» com código
«(031) 98765-4321|TELEFONE»
«031 98765-4321|TELEFONE» com zero
«31.98765.4321|TELEFONE»
«31-98765-4321|TELEFONE»
telefone fixo «(31) 3222-1234|TELEFONE»
contato «31 3222-1234|TELEFONE» comercial
número novo «31987654321|NUMERO»
liga pra «31987651234|NUMERO» à tarde
Contato: «11 98765-4321|TELEFONE», só à noite
mandei no «(11)98765-4321|TELEFONE» e não respondeu
wpp «21 99999 8888|TELEFONE»
e-mail «marta.souza@exemplo.com.br|EMAIL»
mandar para «marta+seguro@exemplo.com|EMAIL»
«MARTA@EXEMPLO.COM.BR|EMAIL» em maiúsculas
email «martasouza arroba gmail.com|EMAIL»
«joao_p arroba hotmail.com|EMAIL» por escrito
placa «HBX-4D21|PLACA»
placa «HBX4D21|PLACA»
Placa: «HBX 4D21|PLACA»
placa «ABC-1234|PLACA» do carro velho
«ABC1234|PLACA» é o antigo
«ABC 1234|PLACA» ainda no nome do pai
o carro é «hbx4d21|PLACA»
placa «abc-1234|PLACA» minúscula
placa «abc 1234|PLACA» sem traço
troca de «QPA9C88|PLACA» para zero km
chassi «9BWZZZ377VT004251|CHASSI»
CHASSI: «9BWZZZ377VT004251|CHASSI»
chassi «9bwzzz377vt004251|CHASSI» minúsculo
chassi nº «9BW ZZZ37 7VT004251|CHASSI»
«93HGK5860LZ123456|CHASSI» do Fit
cartão «4111 1111 1111 1111|CARTAO» validade 08/28
cartao «4111111111111111|CARTAO»
«5555-5555-5555-4444|CARTAO» no débito
Amex «3782 822463 10005|CARTAO»
pagou com o «4111.1111.1111.1111|CARTAO»
cartão nº «1234 5678 1234 5678|CARTAO» lido por telefone
nascimento «12/03/1985|NASCIDO»
nasc. «12/03/1985|NASCIDO»
nasc «12.03.85|NASCIDO»
Data de nascimento: «12/03/1985|NASCIDO»
DN «12-03-1985|NASCIDO»
nascida em «12 de março de 1985|NASCIDO»
nasceu em «1985|NASCIDO»
aniversário «12/03|NASCIDO», ligar no dia
aniversário dela é «12 de março|NASCIDO»
niver «12/03|NASCIDO»
dn: «1985-03-12|NASCIDO»
nascido dia «2/11/1985|NASCIDO»
Dt nasc «12031985|NASCIDO»
mora na «Rua das Acácias, 471|ENDERECO», Centro
mora na «rua das acácias 471|ENDERECO»
«Av. Brasil, 1500 apto 302|ENDERECO»
«Avenida do Contorno, nº 4500, sala 12|ENDERECO»
«R. Goiás, 77|ENDERECO», perto da praça
endereço: «Alameda dos Ipês 300|ENDERECO»
«Praça Sete, 10|ENDERECO»
«Travessa da Paz, 22 casa 3|ENDERECO»
«Rodovia BR 040, 1200|ENDERECO» galpão
«Rua 15 de Novembro, 88|ENDERECO»
CEP «30140-071|ENDERECO»
cep «30.140-071|ENDERECO»
cep «30140071|ENDERECO»
Cep: «30140 071|ENDERECO»
«Rua das Acácias, 471|ENDERECO» cep «30140-071|ENDERECO»
«30140-071|ENDERECO», garagem fechada
a esposa «Marlene Couto|NOME» decide
esposa «Marlene|NOME» decide
falei com a filha, «Rosângela|NOME»
Marido: «Aderbal de Souza Filho|NOME»
o marido dela «Aderbal|NOME» prefere parcelar
filho «Kauã|NOME» é o condutor
filho (condutor) «Kauã Moreira|NOME» tem 19 anos
mãe «Iracema Prado|NOME» no mesmo plano
irmão «Wanderley|NOME» fechou com outra
condutor principal é a nora «Jussara Lima|NOME»
Condutor: «Evanildo Brito|NOME»
sócio «Nivaldo|NOME» assina
sócia «Creuza Dias|NOME» não quer
secretária «Dalva|NOME» agenda
vizinha «Neide|NOME» indicou
amigo «Ozéias|NOME» da academia
beneficiária «Yasmim Torres|NOME»
sogro Sr. «Clodoaldo|NOME» tem carro lá
falar com «Marinalva|NOME» depois das 14h
Falei com o Sr. «Teobaldo|NOME»
Falou com dona «Zilda|NOME», retorna
procurar «Edivânia Rocha|NOME» no RH
chamar «Gilvan|NOME» no WhatsApp
Recado com «Josefina|NOME»
A/C «Heloísa Prates|NOME»
tratar com Dra. «Lívia Mansur|NOME»
Dr. «Osmar Pacheco|NOME» é o segurado
marido dela é o «Zebedeu|NOME»
a mãe se chama dona «Iracema|NOME»
nascido aos «03/04/1985|NASCIDO» em BH
RG «M-1.234.567|DOCUMENTO»
rg «M1234567|DOCUMENTO»
tem o «M-1.234.567|DOCUMENTO» antigo
cartão do SUS «123 4567 8901 2345|DOCUMENTO»
CNS: «123456789012345|DOCUMENTO»
o carro antigo é «abc1234|PLACA»
e-mail «marta.souza@gmail|EMAIL» sem o resto
«marta.souza@hotmail|EMAIL», disse ela
mora na «Rua das Acácias, s/n|ENDERECO»
«Av. Brasil s/nº|ENDERECO», depois da ponte
mora na «R das Flores 120|ENDERECO»
«r das flores, 120 ap 3|ENDERECO»
«R Goiás 77 fundos|ENDERECO»
«AV Brasil 1500|ENDERECO»
«Qd 10 Lt 5|ENDERECO», setor sul
marido «joão da silva|NOME» decide
marido «joao silva|NOME» vai ligar
esposa «marlene couto|NOME» decide
a mãe se chama «maria aparecida dos santos|NOME»
falar com «josé carlos|NOME» depois das 14h
falei com o sr «antônio|NOME»
recado com «wellingtonn souza|NOME»
cpf «529-982-247-25|DOCUMENTO»
«529 - 982 - 247 - 25|DOCUMENTO»? não, é o «111.444/777-35|DOCUMENTO»
cpf «5 2 9 9 8 2 2 4 7 2 5|DOCUMENTO» soletrado
é o «5.2.9.9.8.2.2.4.7.2.5|DOCUMENTO»
cnpj «11-222-333-0001-81|DOCUMENTO»
é o «1 1 2 2 2 3 3 3 0 0 0 1 8 1|DOCUMENTO»
liga «1 1 9 8 7 6 5 4 3 2 1|TELEFONE»
liga «31 9 87 65 43 21|TELEFONE»
mandou do «3 1 3 2 2 2 1 2 3 4|TELEFONE» ontem
«(31) 9.8765.4321|TELEFONE»
«(31) 9 87 65 43 21|TELEFONE» é dela
email «ana . souza @ gmail . com|EMAIL»
«ana @ exemplo.com.br|EMAIL»
«ana.souza@ gmail.com|EMAIL» digitado
«ana ponto souza arroba exemplo ponto com ponto br|EMAIL»
«ana arroba gmail ponto com|EMAIL»
a placa é «H B X 4 D 2 1|PLACA»
nasceu em «12 03 1985|NASCIDO»
`
  .split('\n')
  .filter((line) => line !== '')

/** Everyday notes with numbers and words that say nothing about a person. All of them must stay as they are. */
export const HARMLESS = `
Cotado em R$ 1.234,56 à vista ou 12 x 110,90
Franquia de R$ 3.500,00, prêmio 2.890
Comissão 15 % sobre 4.500,00
12x de 1.234,56 sem juros
Proposta 123456 emitida em 25/11/2026 às 14:30
Ligar dia 25/11 às 14:30
Ligar 25/11/2026 10:30
Retornar em 2 de dezembro
Reunião 03/12/2026 às 9h
Vigência 01/12/2026 a 01/12/2027
Renovação de 2025/2026
Onix 1.0 2023/2024 completo
HB20 1.6 flex 2022
Corolla XEi 2.0, 2021
Carro zero km, ano 2026, modelo 2027
FIPE 78.450,00
FIPE 004399-2
Bônus classe 10
Lead 12345 duplicado do 12344
Apólice vence em 30 dias
Rodou 45.000 km
Garagem em casa e no trabalho
Quer assistência 24h e carro reserva 15 dias
Cobertura de R$ 100.000 para terceiros
RCF 200.000/200.000 e APP 10.000
Não atendeu às 9h, 11h e 16h
Caixa postal, tentar amanhã
Prefere WhatsApp depois das 18h
Mora em Belo Horizonte, trabalha em Contagem
Já é cliente desde 2019
Fechou com a concorrente por 10 % a menos
Desconto de 5% no boleto
Parcela 1/12 vence dia 10
Marido vai pensar
A esposa decide no sábado
Filho de 19 anos dirige
Mãe e pai no mesmo plano
Falar com o gerente antes
Falar com a seguradora
Indicado pelo vendedor da loja
Porto, Azul, Allianz e HDI cotadas
Azul Seguros 10 % mais barata
Tokio Marine aceita
Nota 9 no NPS
Sinistro em 2024, sem culpa
2º contato sem sucesso
3 tentativas, 2 recados
Seguro residencial até 500.000
Casa de 120 m2, 3 quartos
Bike aro 29, R$ 8.900
Plano empresarial de 12 vidas
Pagou a 1ª parcela
Pix de 1.500 confirmado
Boleto 2 de 6
Horário comercial das 8h às 18h
Vence 30/11, ligar 2 dias antes
Tem 2 carros: um de 2018 e outro de 2022
Emplacamento pendente
Chassi remarcado, não aceita
Placa ainda não saiu
CEP de pernoite é outro
Rua sem saída, garagem fechada
Nasceu o segundo filho
CPF com restrição
RG vencido
CNH provisória
Cartão recusado
Telefone errado
Contato em 25/11/2026
Retorno em nov2026, vence em dez2026
Lote m-12 da obra
Parcelas em 12 24 36 48 60 vezes
marido trabalha na empresa da família
mulher da loja 3
r 15 do relatório
Cotou 1 2 3 vezes
TV de 50 polegadas, 3 anos
Sala 12 do bloco B, 2 vagas
`
  .split('\n')
  .filter((line) => line !== '')
