import { momentIn } from './moment.ts';
import type { MailTexts } from './texts.ts';

const ROLES: Readonly<Record<string, string>> = {
  owner: 'propietario',
  admin: 'administrador',
  editor: 'editor',
  analyst: 'analista',
  viewer: 'lector',
};

/** What the subject says where something needs somebody who pays. */
const SUBJECTS: Readonly<Record<string, string>> = {
  low: 'Marketwright: saldo de créditos bajo',
  exhausted: 'Marketwright: créditos agotados',
  payment: 'Marketwright: pago fallido',
};

/** Spanish. */
export const es: MailTexts = {
  invitation: ({ inviter, partner, days }) => ({
    subject: `${inviter} te invita a ${partner} en Marketwright`,
    paragraphs: [
      `${inviter} te invita a trabajar con ${partner} en Marketwright, donde el equipo crea su contenido y gestiona su presencia en el marketplace.`,
      `La invitación es solo para ti y funciona una vez, durante ${days} días. Si no la esperabas, no tienes que hacer nada.`,
    ],
    action: 'Aceptar la invitación',
  }),
  password_reset: ({ minutes }) => ({
    subject: 'Contraseña nueva para Marketwright',
    paragraphs: [
      'Se ha solicitado una contraseña nueva para tu cuenta de Marketwright.',
      `El enlace funciona una vez, durante ${minutes} minutos. Si no has sido tú, no tienes que hacer nada: tu contraseña sigue igual.`,
    ],
    action: 'Elegir una contraseña nueva',
  }),
  notifications: ({ count, failed, credits, payments = 0 }) => ({
    subject:
      SUBJECTS[credits ?? (payments > 0 ? 'payment' : 'other')] ??
      (count === 1 ? 'Una novedad en Marketwright' : `${count} novedades en Marketwright`),
    paragraphs: [
      count === 1
        ? 'Hay una notificación nueva para ti en la consola.'
        : `Hay ${count} notificaciones nuevas para ti en la consola.`,
      ...(credits === 'low' ? ['Te quedan pocos créditos.'] : []),
      ...(credits === 'exhausted'
        ? ['Se han agotado tus créditos. No se aceptan trabajos nuevos hasta que compres más.']
        : []),
      ...(payments > 0
        ? [
            payments === 1
              ? 'Ha fallado un pago. Revisa el método de pago.'
              : `Han fallado ${payments} pagos. Revisa el método de pago.`,
          ]
        : []),
      ...(failed > 0 ? [failed === 1 ? 'Una ejecución ha fallado.' : `${failed} ejecuciones han fallado.`] : []),
      'Puedes elegir lo que recibes por correo en los ajustes de notificaciones.',
    ],
    action: 'Ver las notificaciones',
  }),
  security: (values) => {
    const { change, detail, by, name } = values;
    const who = { self: '', team: ` (${name})`, operator: ' (el operador del servicio)' }[by];
    const [subject, what] = {
      password_changed: ['Se ha cambiado tu contraseña', `Se ha cambiado la contraseña de tu cuenta${who}.`],
      password_reset: [
        'Tu contraseña se ha restablecido',
        'Se ha elegido una contraseña nueva para tu cuenta mediante un enlace.',
      ],
      totp_added: [
        'Códigos de un solo uso activados',
        'Se ha configurado una app de códigos de un solo uso en tu cuenta.',
      ],
      totp_removed: [
        'Códigos de un solo uso desactivados',
        'Se ha quitado de tu cuenta la app de códigos de un solo uso.',
      ],
      passkey_added: ['Llave de acceso añadida', `Se ha añadido a tu cuenta la llave de acceso «${detail}».`],
      passkey_removed: ['Llave de acceso eliminada', `Se ha eliminado de tu cuenta la llave de acceso «${detail}».`],
      recovery_codes_renewed: [
        'Códigos de recuperación nuevos',
        'Se han generado códigos de recuperación nuevos; los anteriores ya no funcionan.',
      ],
      second_factor_reset: [
        'Se han quitado tus segundos factores',
        `Se han quitado los segundos factores de tu cuenta${who}.`,
      ],
      role_changed: ['Se ha cambiado tu rol', `Tu rol es ahora: ${ROLES[detail] ?? detail}${who}.`],
      new_device: ['Nuevo inicio de sesión', `Alguien ha iniciado sesión en tu cuenta: ${detail}.`],
    }[change] as [string, string];
    return {
      subject: `Marketwright: ${subject}`,
      paragraphs: [
        `${what} Fue el ${momentIn('es', values.at, values.zone)}.`,
        by === 'self'
          ? 'Si has sido tú, no tienes que hacer nada. Si no, elige de inmediato una contraseña nueva («¿Has olvidado tu contraseña?» al iniciar sesión), cierra las sesiones que no conozcas y avisa a un propietario de tu equipo.'
          : 'Si no lo esperabas, pregunta a un propietario de tu equipo.',
      ],
      action: 'Revisar la cuenta',
    };
  },
  copyLink: 'Si el botón no funciona, copia esta dirección en tu navegador:',
  footer: 'Este correo lo ha enviado Marketwright. Nadie lee las respuestas.',
};
