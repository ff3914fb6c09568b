# SPDX-FileCopyrightText: 2026 The uri_regex authors
# SPDX-License-Identifier: MIT
"""Grammars of other RFCs, as pasted: which rules work, and that their patterns have one way for a text.

Ways of a text through a pattern are counted with Python's own reader of patterns, so by no code of
uri_abnf. evidence/proof.py compares such patterns with their ABNF for every text.

To run it: pytest uri-abnf/test_grammars.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

import uri_abnf as ua
from uri_abnf import engines, grammar

try:
    from re import _constants, _parser  # type: ignore[attr-defined]
except ImportError:  # before Python 3.11
    import sre_constants as _constants
    import sre_parse as _parser

# RFC 9110, the rules of its sections. A quoted-string's qdtext has "]" and "[" (5.6.4).
RFC9110 = r"""
  Accept = #( media-range [ weight ] )
  Accept-Charset = #( ( token / "*" ) [ weight ] )
  Accept-Encoding = #( codings [ weight ] )
  Accept-Language = #( language-range [ weight ] )
  Accept-Ranges = acceptable-ranges
  Allow = #method
  Authentication-Info = #auth-param
  Authorization = credentials
  BWS = OWS
  Connection = #connection-option
  Content-Encoding = #content-coding
  Content-Language = #language-tag
  Content-Length = 1*DIGIT
  Content-Location = absolute-URI / partial-URI
  Content-Range = range-unit SP ( range-resp / unsatisfied-range )
  Content-Type = media-type
  Date = HTTP-date
  ETag = entity-tag
  Expect = #expectation
  From = mailbox
  GMT = %s"GMT"
  HTTP-date = IMF-fixdate / obs-date
  Host = uri-host [ ":" port ]
  IMF-fixdate = day-name "," SP date1 SP time-of-day SP GMT
  If-Match = "*" / #entity-tag
  If-Modified-Since = HTTP-date
  If-None-Match = "*" / #entity-tag
  If-Range = entity-tag / HTTP-date
  If-Unmodified-Since = HTTP-date
  Last-Modified = HTTP-date
  Location = URI-reference
  Max-Forwards = 1*DIGIT
  OWS = *( SP / HTAB )
      ; optional whitespace
  Proxy-Authenticate = #challenge
  Proxy-Authentication-Info = #auth-param
  Proxy-Authorization = credentials
  RWS = 1*( SP / HTAB )
      ; required whitespace
  Range = ranges-specifier
  Referer = absolute-URI / partial-URI
  Retry-After = HTTP-date / delay-seconds
  Server = product *( RWS ( product / comment ) )
  TE = #t-codings
  Trailer = #field-name
  URI-reference = <URI-reference, see [URI], Section 4.1>
  Upgrade = #protocol
  User-Agent = product *( RWS ( product / comment ) )
  Vary = #( "*" / field-name )
  Via = #( received-protocol RWS received-by [ RWS comment ] )
  WWW-Authenticate = #challenge
  absolute-URI = <absolute-URI, see [URI], Section 4.3>
  absolute-path = 1*( "/" segment )
  acceptable-ranges = 1#range-unit
  asctime-date = day-name SP date3 SP time-of-day SP year
  auth-param = token BWS "=" BWS ( token / quoted-string )
  auth-scheme = token
  authority = <authority, see [URI], Section 3.2>
  challenge = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
  codings = content-coding / "identity" / "*"
  comment = "(" *( ctext / quoted-pair / comment ) ")"
  complete-length = 1*DIGIT
  connection-option = token
  content-coding = token
  credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
  ctext = HTAB / SP / %x21-27 / %x2A-5B / %x5D-7E / obs-text
  date1 = day SP month SP year
      ; e.g., 02 Jun 1982
  date2 = day "-" month "-" 2DIGIT
  date3 = month SP ( 2DIGIT / ( SP 1DIGIT ) )
  day = 2DIGIT
  day-name = %s"Mon" / %s"Tue" / %s"Wed" / %s"Thu" / %s"Fri" / %s"Sat" / %s"Sun"
  day-name-l = %s"Monday" / %s"Tuesday" / %s"Wednesday" / %s"Thursday" / %s"Friday"
             / %s"Saturday" / %s"Sunday"
  delay-seconds = 1*DIGIT
  entity-tag = [ weak ] opaque-tag
  etagc = %x21 / %x23-7E / obs-text
  expectation = token [ "=" ( token / quoted-string ) parameters ]
  field-content = field-vchar [ 1*( SP / HTAB / field-vchar ) field-vchar ]
  field-name = token
  field-value = *field-content
  field-vchar = VCHAR / obs-text
  first-pos = 1*DIGIT
  hour = 2DIGIT
  http-URI = "http" "://" authority path-abempty [ "?" query ]
  https-URI = "https" "://" authority path-abempty [ "?" query ]
  incl-range = first-pos "-" last-pos
  int-range = first-pos "-" [ last-pos ]
  language-range = <language-range, see [RFC4647], Section 2.1>
  language-tag = <Language-Tag, see [RFC5646], Section 2.1>
  last-pos = 1*DIGIT
  mailbox = <mailbox, see [RFC5322], Section 3.4>
  media-range = ( "*/*" / ( type "/" "*" ) / ( type "/" subtype ) ) parameters
  media-type = type "/" subtype parameters
  method = token
  minute = 2DIGIT
  month = %s"Jan" / %s"Feb" / %s"Mar" / %s"Apr" / %s"May" / %s"Jun" / %s"Jul" / %s"Aug"
        / %s"Sep" / %s"Oct" / %s"Nov" / %s"Dec"
  obs-date = rfc850-date / asctime-date
  obs-text = %x80-FF
  opaque-tag = DQUOTE *etagc DQUOTE
  other-range = 1*( %x21-2B / %x2D-7E )
              ; 1*(VCHAR excluding comma)
  parameter = parameter-name "=" parameter-value
  parameter-name = token
  parameter-value = ( token / quoted-string )
  parameters = *( OWS ";" OWS [ parameter ] )
  partial-URI = relative-part [ "?" query ]
  path-abempty = <path-abempty, see [URI], Section 3.3>
  port = <port, see [URI], Section 3.2.3>
  product = token [ "/" product-version ]
  product-version = token
  protocol = protocol-name [ "/" protocol-version ]
  protocol-name = token
  protocol-version = token
  pseudonym = token
  qdtext = HTAB / SP / "!" / %x23-5B / %x5D-7E / obs-text
  query = <query, see [URI], Section 3.4>
  quoted-pair = "\" ( HTAB / SP / VCHAR / obs-text )
  quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE
  qvalue = ( "0" [ "." *3DIGIT ] ) / ( "1" [ "." *3"0" ] )
  range-resp = incl-range "/" ( complete-length / "*" )
  range-set = 1#range-spec
  range-spec = int-range / suffix-range / other-range
  range-unit = token
  ranges-specifier = range-unit "=" range-set
  received-by = pseudonym [ ":" port ]
  received-protocol = [ protocol-name "/" ] protocol-version
  relative-part = <relative-part, see [URI], Section 4.2>
  rfc850-date = day-name-l "," SP date2 SP time-of-day SP GMT
  second = 2DIGIT
  segment = <segment, see [URI], Section 3.3>
  subtype = token
  suffix-length = 1*DIGIT
  suffix-range = "-" suffix-length
  t-codings = "trailers" / ( transfer-coding [ weight ] )
  tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "`" / "|"
        / "~" / DIGIT / ALPHA
  time-of-day = hour ":" minute ":" second
              ; 00:00:00 - 23:59:60 (leap second)
  token = 1*tchar
  token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  transfer-coding = token *( OWS ";" OWS transfer-parameter )
  transfer-parameter = token BWS "=" BWS ( token / quoted-string )
  type = token
  unsatisfied-range = "*/" complete-length
  uri-host = <host, see [URI], Section 3.2.2>
  weak = %s"W/"
  weight = OWS ";" OWS "q=" qvalue
  year = 4DIGIT
"""
# RFC 9112. The rules of RFC 9110 that it has by prose are those of its base.
RFC9112 = r"""
  BWS = <BWS, see [HTTP], Section 5.6.3>

  HTTP-message = start-line CRLF
                 *( field-line CRLF )
                 CRLF
                 [ message-body ]
  HTTP-name = %s"HTTP"
  HTTP-version = HTTP-name "/" DIGIT "." DIGIT

  OWS = <OWS, see [HTTP], Section 5.6.3>
  RWS = <RWS, see [HTTP], Section 5.6.3>

  Transfer-Encoding = #transfer-coding

  absolute-URI = <absolute-URI, see [URI], Section 4.3>
  absolute-form = absolute-URI
  absolute-path = <absolute-path, see [HTTP], Section 4.1>
  asterisk-form = "*"
  authority = <authority, see [URI], Section 3.2>
  authority-form = uri-host ":" port

  chunk = chunk-size [ chunk-ext ] CRLF
          chunk-data CRLF
  chunk-data = 1*OCTET
  chunk-ext = *( BWS ";" BWS chunk-ext-name
                 [ BWS "=" BWS chunk-ext-val ] )
  chunk-ext-name = token
  chunk-ext-val = token / quoted-string
  chunk-size = 1*HEXDIG
  chunked-body = *chunk
                 last-chunk
                 trailer-section
                 CRLF
  comment = <comment, see [HTTP], Section 5.6.5>

  field-line = field-name ":" OWS field-value OWS
  field-name = <field-name, see [HTTP], Section 5.1>
  field-value = <field-value, see [HTTP], Section 5.5>
  last-chunk = 1*"0" [ chunk-ext ] CRLF

  message-body = *OCTET
  method = token
  obs-fold = OWS CRLF RWS
  obs-text = <obs-text, see [HTTP], Section 5.6.4>
  origin-form = absolute-path [ "?" query ]
  port = <port, see [URI], Section 3.2.3>
  query = <query, see [URI], Section 3.4>
  quoted-string = <quoted-string, see [HTTP], Section 5.6.4>
  reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )
  request-line = method SP request-target SP HTTP-version
  request-target = origin-form
                 / absolute-form
                 / authority-form
                 / asterisk-form
  start-line = request-line / status-line
  status-code = 3DIGIT
  status-line = HTTP-version SP status-code SP [ reason-phrase ]

  token = <token, see [HTTP], Section 5.6.2>
  trailer-section = *( field-line CRLF )
  transfer-coding = <transfer-coding, see [HTTP], Section 10.1.4>
  uri-host = <host, see [URI], Section 3.2.2>
"""
# RFC 8288 3.
RFC8288 = r"""
  Link       = #link-value
  link-value = "<" URI-Reference ">" *( OWS ";" OWS link-param )
  link-param = token BWS [ "=" BWS ( token / quoted-string ) ]
"""
# RFC 6265 4.1.1 and 4.2.1.
RFC6265 = r"""
 set-cookie-header = "Set-Cookie:" SP set-cookie-string
 set-cookie-string = cookie-pair *( ";" SP cookie-av )
 cookie-pair       = cookie-name "=" cookie-value
 cookie-name       = token
 cookie-value      = *cookie-octet / ( DQUOTE *cookie-octet DQUOTE )
 cookie-octet      = %x21 / %x23-2B / %x2D-3A / %x3C-5B / %x5D-7E
                       ; US-ASCII characters excluding CTLs,
                       ; whitespace DQUOTE, comma, semicolon,
                       ; and backslash
 token             = <token, defined in [RFC2616], Section 2.2>

 cookie-av         = expires-av / max-age-av / domain-av /
                     path-av / secure-av / httponly-av /
                     extension-av
 expires-av        = "Expires=" sane-cookie-date
 sane-cookie-date  = <rfc1123-date, defined in [RFC2616], Section 3.3.1>
 max-age-av        = "Max-Age=" non-zero-digit *DIGIT
                       ; In practice, both expires-av and max-age-av
                       ; are limited to dates representable by the
                       ; user agent.
 non-zero-digit    = %x31-39
                       ; digits 1 through 9
 domain-av         = "Domain=" domain-value
 domain-value      = <subdomain>
                       ; defined in [RFC1034], Section 3.5, as
                       ; enhanced by [RFC1123], Section 2.1
 path-av           = "Path=" path-value
 path-value        = *av-octet
 secure-av         = "Secure"
 httponly-av       = "HttpOnly"
 extension-av      = *av-octet
 av-octet          = %x20-3A / %x3C-7E
                       ; any CHAR except CTLs or ";"

 cookie-header = "Cookie:" OWS cookie-string OWS
 cookie-string = cookie-pair *( ";" SP cookie-pair )
"""
# What RFC 6265 has by prose: RFC 2616 3.3.1, RFC 1034 3.5.
OF_RFC6265 = r"""
  rfc1123-date = wkday "," SP date1 SP time SP "GMT"
  date1        = 2DIGIT SP month SP 4DIGIT
                 ; day month year (e.g., 02 Jun 1982)
  time         = 2DIGIT ":" 2DIGIT ":" 2DIGIT
                 ; 00:00:00 - 23:59:59
  wkday        = "Mon" | "Tue" | "Wed"
               | "Thu" | "Fri" | "Sat" | "Sun"
  month        = "Jan" | "Feb" | "Mar" | "Apr"
               | "May" | "Jun" | "Jul" | "Aug"
               | "Sep" | "Oct" | "Nov" | "Dec"
  subdomain    = label *( "." label )
  label        = let-dig [ *( let-dig / "-" ) let-dig ]
  let-dig      = ALPHA / DIGIT
"""
# RFC 3261 25.1: the rules of a SIP-URI, and a number for a telephone-subscriber (RFC 2806).
RFC3261 = r"""
  SIP-URI          =  "sip:" [ userinfo ] hostport
                      uri-parameters [ headers ]
  SIPS-URI         =  "sips:" [ userinfo ] hostport
                      uri-parameters [ headers ]
  userinfo         =  ( user / telephone-subscriber ) [ ":" password ] "@"
  user             =  1*( unreserved / escaped / user-unreserved )
  user-unreserved  =  "&" / "=" / "+" / "$" / "," / ";" / "?" / "/"
  password         =  *( unreserved / escaped /
                      "&" / "=" / "+" / "$" / "," )
  hostport         =  host [ ":" port ]
  host             =  hostname / IPv4address / IPv6reference
  hostname         =  *( domainlabel "." ) toplabel [ "." ]
  domainlabel      =  alphanum
                      / alphanum *( alphanum / "-" ) alphanum
  toplabel         =  ALPHA / ALPHA *( alphanum / "-" ) alphanum
  IPv4address    =  1*3DIGIT "." 1*3DIGIT "." 1*3DIGIT "." 1*3DIGIT
  IPv6reference  =  "[" IPv6address "]"
  IPv6address    =  hexpart [ ":" IPv4address ]
  hexpart        =  hexseq / hexseq "::" [ hexseq ] / "::" [ hexseq ]
  hexseq         =  hex4 *( ":" hex4)
  hex4           =  1*4HEXDIG
  port           =  1*DIGIT
  uri-parameters    =  *( ";" uri-parameter)
  uri-parameter     =  transport-param / user-param / method-param
                       / ttl-param / maddr-param / lr-param / other-param
  transport-param   =  "transport="
                       ( "udp" / "tcp" / "sctp" / "tls"
                       / other-transport)
  other-transport   =  token
  user-param        =  "user=" ( "phone" / "ip" / other-user)
  other-user        =  token
  method-param      =  "method=" Method
  ttl-param         =  "ttl=" ttl
  maddr-param       =  "maddr=" host
  lr-param          =  "lr"
  other-param       =  pname [ "=" pvalue ]
  pname             =  1*paramchar
  pvalue            =  1*paramchar
  paramchar         =  param-unreserved / unreserved / escaped
  param-unreserved  =  "[" / "]" / "/" / ":" / "&" / "+" / "$"
  headers         =  "?" header *( "&" header )
  header          =  hname "=" hvalue
  hname           =  1*( hnv-unreserved / unreserved / escaped )
  hvalue          =  *( hnv-unreserved / unreserved / escaped )
  hnv-unreserved  =  "[" / "]" / "/" / "?" / ":" / "+" / "$"
  alphanum  =  ALPHA / DIGIT
  unreserved  =  alphanum / mark
  mark        =  "-" / "_" / "." / "!" / "~" / "*" / "'"
                 / "(" / ")"
  escaped     =  "%" HEXDIG HEXDIG
  token       =  1*(alphanum / "-" / "." / "!" / "%" / "*"
                       / "_" / "+" / "`" / "'" / "~" )
  Method            =  "INVITE" / "ACK" / "OPTIONS" / "BYE"
                       / "CANCEL" / "REGISTER" / extension-method
  extension-method  =  token
  ttl               =  1*3DIGIT ; 0 to 255
  telephone-subscriber = "+" 1*( DIGIT / "-" / "." / "(" / ")" )
"""
# RFC 8141 2.
RFC8141 = r"""
        namestring    = assigned-name
                        [ rq-components ]
                        [ "#" f-component ]
        assigned-name = "urn" ":" NID ":" NSS
        NID           = (alphanum) 0*30(ldh) (alphanum)
        ldh           = alphanum / "-"
        NSS           = pchar *(pchar / "/")
        rq-components = [ "?+" r-component ]
                        [ "?=" q-component ]
        r-component   = pchar *( pchar / "/" / "?" )
        q-component   = pchar *( pchar / "/" / "?" )
        f-component   = fragment
                        ; added
        alphanum = ALPHA / DIGIT
"""
# RFC 5322 3.2 to 3.4.1 and 4: an addr-spec, with comments that are nested once.
RFC5322 = r"""
     addr-spec       =   local-part "@" domain

     local-part      =   dot-atom / quoted-string / obs-local-part

     domain          =   dot-atom / domain-literal / obs-domain

     domain-literal  =   [CFWS] "[" *([FWS] dtext) [FWS] "]" [CFWS]

     dtext           =   %d33-90 /          ; Printable US-ASCII
                         %d94-126 /         ;  characters not including
                         obs-dtext          ;  "[", "]", or "\"
     atext           =   ALPHA / DIGIT /    ; Printable US-ASCII
                         "!" / "#" /        ;  characters not including
                         "$" / "%" /        ;  specials.  Used for atoms.
                         "&" / "'" /
                         "*" / "+" /
                         "-" / "/" /
                         "=" / "?" /
                         "^" / "_" /
                         "`" / "{" /
                         "|" / "}" /
                         "~"
     atom            =   [CFWS] 1*atext [CFWS]
     dot-atom-text   =   1*atext *("." 1*atext)
     dot-atom        =   [CFWS] dot-atom-text [CFWS]
     qtext           =   %d33 /             ; Printable US-ASCII
                         %d35-91 /          ;  characters not including
                         %d93-126 /         ;  "\" or the quote character
                         obs-qtext
     qcontent        =   qtext / quoted-pair
     quoted-string   =   [CFWS]
                         DQUOTE *([FWS] qcontent) [FWS] DQUOTE
                         [CFWS]
     quoted-pair     =   ("\" (VCHAR / WSP)) / obs-qp
     FWS             =   ([*WSP CRLF] 1*WSP) /  obs-FWS
                                            ; Folding white space

     ctext           =   %d33-39 /          ; Printable US-ASCII
                         %d42-91 /          ;  characters not including
                         %d93-126 /         ;  "(", ")", or "\"
                         obs-ctext

     ccontent        =   ctext / quoted-pair / comment-1
     ccontent-1      =   ctext / quoted-pair
     comment-1       =   "(" *([FWS] ccontent-1) [FWS] ")"

     comment         =   "(" *([FWS] ccontent) [FWS] ")"

     CFWS            =   (1*([FWS] comment) [FWS]) / FWS
     word            =   atom / quoted-string
     obs-local-part  =   word *("." word)
     obs-domain      =   atom *("." atom)
     obs-dtext       =   obs-NO-WS-CTL / quoted-pair
     obs-NO-WS-CTL   =   %d1-8 /            ; US-ASCII control
                         %d11 /             ;  characters that do not
                         %d12 /             ;  include the carriage
                         %d14-31 /          ;  return, line feed, and
                         %d127              ;  white space characters

     obs-ctext       =   obs-NO-WS-CTL

     obs-qtext       =   obs-NO-WS-CTL

     obs-qp          =   "\" (%d0 / obs-NO-WS-CTL / LF / CR)
     obs-FWS         =   1*WSP *(CRLF 1*WSP)
"""


def rows(names: str, *table: Any) -> pytest.MarkDecorator:
    """Make each row of a table a test, which is called as the row begins."""
    return pytest.mark.parametrize(names, table, ids=[ascii(row[:2])[:60] for row in table])


@cache
def grammar_of(name: str) -> ua.Grammar:
    """A grammar as pasted, with those that it names below it. What does not work is left out."""
    if name == "RFC2396":
        return ua.RFC2396
    base = ua.RFC3986
    if name in ("RFC9112", "RFC8288", "RFC6265"):
        base = grammar_of("RFC9110")
    if name == "RFC6265":
        base = base.extend(OF_RFC6265)
    abnf: str = globals()[name]
    return base.extend(abnf, strict=False)


@rows("name, left_out",  # the rules that no pattern can have, or that an RFC has by prose of another
    ("RFC9110", "Accept-Language Content-Language From Server User-Agent Via comment language-range"
     " language-tag mailbox"),
    ("RFC9112", "comment"), ("RFC8288", ""), ("RFC6265", ""), ("RFC3261", ""), ("RFC8141", ""),
    ("RFC5322", ""),
)  # fmt: skip
def test_a_grammar_works_as_pasted(name: str, left_out: str) -> None:
    problems = [problem for problem in grammar_of(name).problems if problem.line]
    assert sorted({str(problem.rule) for problem in problems}) == left_out.split()


@rows("name, rule, valid, invalid",
    ("RFC9110", "Accept",
     ["", "*/*", "text/html, a/b;q=0.5 , c/*;x=\"y\\\"\";;q=1.000"], [",", "a/b;q"]),
    ("RFC9110", "Allow", ["", "GET", "GET, HEAD"], ["GET,,HEAD", ",GET", "GET,"]),
    ("RFC9110", "acceptable-ranges", ["bytes", "a,b"], ["", "a,"]),
    ("RFC9110", "If-None-Match", ["*", '"a", W/"b"', ""], ['w/"b"', "a"]),
    ("RFC9110", "WWW-Authenticate",
     ['Basic realm="a", Digest x=y, z = "q"', "Bearer abc=="], ["=", "a  b c"]),
    ("RFC9110", "HTTP-date", ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
     "Sun Nov  6 08:49:37 1994"], ["sun, 06 Nov 1994 08:49:37 GMT"]),
    ("RFC9110", "Host", ["example.com:80", "[::1]", ""], ["a b"]),
    ("RFC9112", "request-line", ["GET /a?b HTTP/1.1", "OPTIONS * HTTP/1.1", "CONNECT a:80 HTTP/1.1"],
     ["GET  / HTTP/1.1", "GET / http/1.1"]),
    ("RFC9112", "chunked-body", ["1\r\na\r\n0\r\n\r\n", "a;b=\"c\"\r\nxyz\r\n0\r\nA: b \r\n\r\n"],
     ["1\r\na\r\n0\r\n"]),
    ("RFC8288", "Link",
     ["", "<../p2>; rel=next, </p9>;rel=\"last\";title = \"a, b\""], ["</p9", "<a>,,<b>"]),
    ("RFC6265", "set-cookie-string",
     ["a=b", 'a="b"; Max-Age=1; Domain=a.b; HttpOnly; x'], ["a=b;", "=b"]),
    ("RFC3261", "SIP-URI",
     ["sip:a", "sip:+1-2@b.c:5060;lr;ttl=1?a=b&c="], ["sip:", "sip:a@", "sip:a?b"]),
    ("RFC8141", "namestring", ["urn:ab:c?+d?=e#f", "URN:a-b:c"], ["urn:a:b", "urn:ab:c?=?"]),
    ("RFC5322", "addr-spec", ['"a b"@[c]', "(a(b)) a . b @ c", "a@b"], ["a", "a@@b", "(a@b"]),
)  # fmt: skip
def test_a_grammar_has_the_verdicts_of_its_rfc(
    name: str, rule: str, valid: list[str], invalid: list[str]
) -> None:
    g = grammar_of(name)
    pattern = g.compile(rule)
    for text in valid:
        assert g.matches(rule, text) and pattern.fullmatch(text), text
    for text in invalid:
        assert not g.matches(rule, text) and not pattern.fullmatch(text), text


@rows("rule, collected",  # RFC 9110 Appendix A
    ("Accept", "[ ( media-range [ weight ] ) *( OWS \",\" OWS ( media-range [ weight ] ) ) ]"),
    ("Allow", '[ method *( OWS "," OWS method ) ]'),
    ("If-Match", '"*" / [ entity-tag *( OWS "," OWS entity-tag ) ]'),
    ("Vary", '[ ( "*" / field-name ) *( OWS "," OWS ( "*" / field-name ) ) ]'),
    ("acceptable-ranges", 'range-unit *( OWS "," OWS range-unit )'),
    ("range-set", 'range-spec *( OWS "," OWS range-spec )'),
    ("challenge", 'auth-scheme [ 1*SP ( token68 / [ auth-param *( OWS "," OWS auth-param ) ] ) ]'),
)  # fmt: skip
def test_a_list_is_what_the_collected_abnf_has(rule: str, collected: str) -> None:
    g = grammar_of("RFC9110").extend(f"collected = {collected}")
    assert g.compare(rule, "collected").is_same


@rows("abnf, other",  # a list, and what it stands for (RFC 9110 5.6.1.1)
    ('#"a"', '[ "a" *( OWS "," OWS "a" ) ]'),
    ('1#"a"', '"a" *( OWS "," OWS "a" )'),
    ('2#3"a"', '"a" 1*2( OWS "," OWS "a" )'),
    ('2#"a"', '"a" 1*( OWS "," OWS "a" )'),
    ('#2"a"', '[ "a" *1( OWS "," OWS "a" ) ]'),
    ('1#1"a"', '"a"'),
    ('0#0"a"', '""'),
    ('1#( "a" / "b" )', '( "a" / "b" ) *( OWS "," OWS ( "a" / "b" ) )'),
)  # fmt: skip
def test_a_list_is_written_out(abnf: str, other: str) -> None:
    g = ua.Grammar(f"r = {abnf}\nother = {other}")
    assert g.compare("r", "other").is_same
    assert "r" in g.describe("OWS").used_by


def test_a_list_has_the_ows_of_its_grammar() -> None:
    own = ua.Grammar('OWS = *"_"\nr = 1#"a"')
    assert own.matches("r", "a_,__a") and not own.matches("r", "a, a")
    assert ua.Grammar('r = 1#"a"').rules == ("r",)


# ---- Linear patterns -----------------------------------------------------------------------------


@rows("name, rule, most",  # a rule that its own pattern does not make linear, and characters at most
    ("RFC2396", "hostname", 150), ("RFC2396", "server", 300),
    ("RFC3261", "SIP-URI", 5_000), ("RFC8141", "namestring", 330), ("RFC9110", "Accept", 1_300),
    ("RFC9110", "WWW-Authenticate", 5_000), ("RFC9112", "chunked-body", 10_000),
    ("RFC9112", "HTTP-message", 5_000),
    ("RFC8288", "link-value", 3_000), ("RFC6265", "domain-value", 100),
    ("RFC5322", "addr-spec", 10_000),
)  # fmt: skip
def test_a_pattern_is_rewritten_if_it_has_to_be(name: str, rule: str, most: int) -> None:
    g = grammar_of(name)
    own, written = g.pattern(rule, "go"), g.pattern(rule, "javascript")
    assert g.proven(rule) and own != written
    assert len(g.pattern(rule)) < most
    for text in g.examples(rule, 8):
        assert ways_of(g.pattern(rule), text) == 1
    for text in g.examples(rule, 8, invalid=True):
        assert ways_of(g.pattern(rule), text) == 0


Items = Iterable[tuple[Any, Any]]


def ways_of(pattern: str, text: str) -> int:
    """In how many ways a pattern reads a whole text."""
    return _ends(_parser.parse(pattern), text, 0)[len(text)]


def _ends(items: Items, text: str, start: int) -> Counter[int]:
    """Where some items of a pattern may end, each in how many ways."""
    ends = Counter({start: 1})
    for kind, value in items:
        ends = _follow(ends, lambda end, item=(kind, value): _ends_of(*item, text, end))
    return ends


def _follow(starts: Counter[int], ends_from: Any) -> Counter[int]:
    ends: Counter[int] = Counter()
    for start, ways in starts.items():
        for end, more in ends_from(start).items():
            ends[end] += ways * more
    return ends


def _ends_of(kind: Any, value: Any, text: str, start: int) -> Counter[int]:
    if kind is _constants.SUBPATTERN:
        return _ends(value[3], text, start)
    if kind is _constants.BRANCH:
        return sum([_ends(branch, text, start) for branch in value[1]], Counter())
    if kind is _constants.MAX_REPEAT:
        low, high, body = value
        return _rounds(low, high, lambda end: _ends(body, text, end), start)
    code = ord(text[start]) if start < len(text) else -1
    return Counter({start + 1: 1} if _takes(kind, value, code) else {})


def _rounds(low: int, high: Any, body: Any, start: int) -> Counter[int]:
    ends: Counter[int] = Counter()
    now = Counter({start: 1})
    count = 0
    while now:
        if count >= low:
            ends += now
        if count == high:
            break
        assert body(start).get(start) is None, "a round of a loop takes nothing"
        now = _follow(now, body)
        count += 1
    return ends


def _takes(kind: Any, value: Any, code: int) -> bool:
    if kind is _constants.LITERAL:
        return bool(value == code)
    if kind is _constants.RANGE:
        return bool(value[0] <= code <= value[1])
    assert kind is _constants.IN
    return any(_takes(*member, code) for member in value)


@rows("abnf, pattern",  # what has several ways, or loops that have to give back, and what has one way
    ('*"a" "a"', "[Aa]+"),
    ('*( *"a" "b" / *"a" ) "c"', "[ABab]*[Cc]"),
    ('*( "ab" / "a" ) "c"', "(?:[Aa][Bb]?)*[Cc]"),
    ('*( HTAB / "ab" / *"a" ) CRLF', "[\\t]*(?:[Aa]+[\\tBb][\\t]*)*[Aa]*[\\r][\\n]"),
    ('"x" *( "y" / "z" ) *( "a" / "ab" )', "[Xx][YZyz]*(?:[Aa][Bb]?)*"),  # no more than has to be
)  # fmt: skip
def test_the_smallest_part_is_rewritten(abnf: str, pattern: str) -> None:
    g = ua.Grammar("r = " + abnf)
    assert g.pattern("r") == pattern and g.proven("r")
    assert g.pattern("r", "go") != f"^{pattern}$"  # which needs no other tree


@rows("abnf, engine, pattern",
    ('*( "ab" / "a" ) "c"', "possessive", "(?:[Aa][Bb]?)*+[Cc]"),
    ('*"a" "a"', "java", r"\A[Aa]++\z"),
    ('*"a" "ab"', "regex", r"\A[Aa]++[Bb]\Z"),
)  # fmt: skip
def test_a_loop_of_a_rewritten_part_is_possessive(abnf: str, engine: str, pattern: str) -> None:
    assert ua.Grammar("r = " + abnf).pattern("r", engine) == pattern


SLOW = 'r = *( "a" / "b" ) "a" 12( "a" / "b" ) *( "aa" / "a" )'  # of 2 ** 13 states


def test_what_is_beyond_the_bounds_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uri_abnf.linear._MOST_STEPS", 100_000)
    g = ua.Grammar(SLOW)
    assert not g.proven("r") and "Not proven" in g.source("r")
    assert g.pattern("r") == "[ABab]*[Aa][ABab]{12}(?:[Aa]|[Aa]{2})*"
    assert g.matches("r", "a" * 13) and not g.matches("r", "a" * 12)


def test_no_verdict_waits_for_a_linear_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "make_plan", None)  # so that calling it fails
    g = ua.Grammar(SLOW)
    assert g.matches("r", "a" * 13) and g.validate("r", "a" * 13) and g.find_error("r", "c") == 0
    with pytest.raises(TypeError):
        g.pattern("r")


def test_what_is_unambiguous_is_linear_as_it_is() -> None:
    """`*"x" "x"` was warned of; so is a rule whose automaton is too large, if each text has one way."""
    g = ua.Grammar('r = *( "a" / "b" ) "a" 12( "a" / "b" )')
    assert g.proven("r") and g.pattern("r") == "[ABab]*[Aa][ABab]{12}"


LINEAR = [name for name, row in engines.ENGINES.items() if not row.limits.backtracks]


@pytest.mark.parametrize("name", LINEAR)
def test_an_engine_that_never_goes_back_keeps_the_short_pattern(name: str) -> None:
    g = grammar_of("RFC2396")
    assert len(g.pattern("hostname", name)) < len(g.pattern("hostname"))
