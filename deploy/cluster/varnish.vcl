vcl 4.1;

# Public pages of the shop, purged by tags. A page is the same for everybody when the server says so in Cache-Control; all
# others pass. Start varnishd with -p http_gzip_support=off: the server compresses better.

import directors;
import std;
import xkey;

# Not /readyz: without the primary no server is ready, but pages are read from the replicas.
probe alive {
    .request =
        "GET /healthz HTTP/1.1"
        "Host: @HOST@"
        "Connection: close";
    .interval = 500ms;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 1;
}

backend app1 {
    .host = "@APP1@";
    .port = "8000";
    .connect_timeout = 1s;
    .first_byte_timeout = 5s;
    .probe = alive;
}

backend app2 {
    .host = "@APP2@";
    .port = "8000";
    .connect_timeout = 1s;
    .first_byte_timeout = 5s;
    .probe = alive;
}

# The machines of the shop: they purge.
acl shop_machines {
    "@APP1@";
    "@APP2@";
    "127.0.0.1";
}

sub vcl_init {
    new servers = directors.round_robin();
    servers.add_backend(app1);
    servers.add_backend(app2);
}

sub vcl_recv {
    if (req.url == "/varnish-alive") {
        return (synth(200));
    }
    if (req.method == "PURGE") {
        if (client.ip !~ shop_machines) {
            return (synth(405));
        }
        if (!req.http.xkey-purge) {
            return (synth(400));
        }
        # Softly: a purged page is still there for the time when no server answers.
        set req.http.x-purged = xkey.softpurge(req.http.xkey-purge);
        return (synth(200));
    }
    set req.backend_hint = servers.backend();
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Uploaded files have no tags: one that its visitor withdraws must not stay public.
    if (req.url ~ "^/m/") {
        return (pass);
    }
    # This visitor has just changed what pages show: only a server knows whether it has the change.
    if (req.http.Cookie ~ "(^|; )__Host-wrote=") {
        return (pass);
    }
    if (std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    } else {
        set req.grace = 24h;
    }
    if (req.http.Accept-Encoding ~ "br") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "gzip") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    # Also with cookies: a response that depends on them is marked private by the server, and is not stored.
    return (hash);
}

sub vcl_backend_response {
    if (beresp.http.cache-tag) {
        set beresp.http.xkey = "all " + regsuball(beresp.http.cache-tag, ",", " ");
    }
    if (beresp.status >= 500 && bereq.retries < 1 && (bereq.method == "GET" || bereq.method == "HEAD")) {
        return (retry);
    }
    set beresp.grace = 24h;
}

sub vcl_backend_error {
    if (bereq.retries < 1 && (bereq.method == "GET" || bereq.method == "HEAD")) {
        return (retry);
    }
}

sub vcl_deliver {
    unset resp.http.xkey;
    set resp.http.X-Cache = "miss";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    }
}
