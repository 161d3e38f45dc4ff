//! What the HTTP parser refuses never becomes a request: hyper answers it by itself, with a bare
//! status. On its way out such an answer is replaced by a problem like every other one.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::problem::Problem;
use crate::server::observe::RequestId;

/// A connection whose bare refusals are told as problems.
pub(super) struct Unparsed<S> {
    stream: S,
    instead: Option<Instead>,
}

/// Bytes that are sent in place of others.
struct Instead {
    bytes: Vec<u8>,
    sent: usize,
    /// How many bytes they stand for.
    of: usize,
}

impl<S> Unparsed<S> {
    pub(super) fn new(stream: S) -> Unparsed<S> {
        Unparsed { stream, instead: None }
    }
}

/// The status of an answer that hyper made by itself: it has no request id, and no body.
fn bare(bytes: &[u8]) -> Option<StatusCode> {
    let status = bytes.strip_prefix(b"HTTP/1.1 4")?.get(..2)?;
    let text = std::str::from_utf8(bytes).ok()?;
    let made = text.len() < 400 && text.ends_with("\r\n\r\n") && !text.contains("x-request-id");
    match (made, status) {
        (true, b"00") => Some(StatusCode::BAD_REQUEST),
        (true, b"14") => Some(StatusCode::URI_TOO_LONG),
        (true, b"31") => Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE),
        _ => None,
    }
}

fn spelled(status: StatusCode) -> Vec<u8> {
    let (code, detail) = match status {
        StatusCode::URI_TOO_LONG => ("uri_too_long", "The path of this request is too long."),
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            ("headers_too_large", "The headers of this request are too large.")
        }
        _ => ("bad_request", "This is no request of HTTP/1.1."),
    };
    let id = RequestId::draw();
    let body = Problem::new(status, code, detail).text(id.as_str());
    let reason = status.canonical_reason().unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {} {reason}\r\ncontent-type: application/problem+json\r\n\
         x-request-id: {}\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        status.as_u16(),
        id.as_str(),
        body.len()
    );
    [head.as_bytes(), body.as_bytes()].concat()
}

impl<S: AsyncRead + Unpin> AsyncRead for Unparsed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Unparsed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let Unparsed { stream, instead } = &mut *self;
        if instead.is_none() {
            *instead = bare(bytes).map(|status| {
                let (of, bytes) = (bytes.len(), spelled(status));
                Instead { bytes, sent: 0, of }
            });
        }
        let Some(known) = instead else { return Pin::new(stream).poll_write(context, bytes) };
        while let Some(rest) = known.bytes.get(known.sent..).filter(|rest| !rest.is_empty()) {
            known.sent += ready!(Pin::new(&mut *stream).poll_write(context, rest))?;
        }
        let of = known.of;
        *instead = None;
        Poll::Ready(Ok(of))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match slices.first() {
            Some(first) if self.instead.is_some() || bare(first).is_some() => {
                self.poll_write(context, first)
            }
            _ => Pin::new(&mut self.stream).poll_write_vectored(context, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
