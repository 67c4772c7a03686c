# embed.awk - text files as C: a null-ended list of lines for each, and a table of all of them.
#
# usage: awk -v root=FOLDER/ -f embed.awk FILE...     paths in the table begin behind `root`
function begin_file(path) {
    if (files > 0) print "    0};"
    names[files] = substr(path, length(root) + 1)
    printf "static const char *const file_%d[] = {\n", files++
}
BEGIN { print "#include \"cli/common/embedded.h\"\n" }
FNR == 1 { begin_file(FILENAME) }
{
    gsub(/\\/, "\\\\&")
    gsub(/"/, "\\\"")
    gsub(/\t/, "\\t")
    printf "    \"%s\\n\",\n", $0
}
END {
    print "    0};\n\nconst cli_embedded cli_embedded_files[] = {"
    for (i = 0; i < files; i++) printf "    {\"%s\", file_%d},\n", names[i], i
    print "    {0, 0}};"
}
